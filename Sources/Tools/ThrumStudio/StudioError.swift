import Glibc

/// Why the studio cannot do something, in a sentence.
package struct StudioError: Error, CustomStringConvertible, Equatable {
  /// What went wrong.
  package enum Kind: Sendable {
    /// What was asked for cannot be had: a folder, a device, a setting.
    case input
    /// The port cannot be had.
    case port
    /// The library that serves is missing.
    case library
    /// The system has no threads, descriptors or memory left.
    case system
  }

  /// What went wrong.
  package let kind: Kind
  /// Cause, and what to try.
  package let description: String

  init(_ description: String, kind: Kind = .input) {
    self.kind = kind
    self.description = description
  }

  /// Work ended because nobody waits for its result any more.
  static let abandoned = StudioError("the request was given up")

  /// The system is out of something.
  static func system(_ description: String) -> StudioError { StudioError(description, kind: .system) }

  /// What came of an attempt to listen.
  ///
  /// - Parameter number: the system's error number, 0 when it gave none.
  static func listening(_ port: UInt16, _ number: Int32) -> StudioError {
    let cause = number == 0 ? "the system refused" : String(cString: strerror(number))
    switch number {
    case EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS:
      return .system("cannot serve the studio: \(cause); the system has no threads, descriptors or memory left")
    default:
      return StudioError("cannot listen on 127.0.0.1:\(port): \(cause); --port 0 takes a free port", kind: .port)
    }
  }
}
