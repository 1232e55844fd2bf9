import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumSystem

package struct StudioError: Error, CustomStringConvertible, Equatable {
  package enum Kind: Sendable {
    /// An unavailable folder, device or setting.
    case input
    case port
    case library
    /// No thread, descriptor or memory is left.
    case system
    /// The client has left, or the studio is stopping.
    case abandoned
    case tooLong
  }

  package let kind: Kind
  package let description: String

  package init(_ description: String, kind: Kind = .input) {
    self.kind = kind
    self.description = description
  }

  static let abandoned = StudioError("the request was cancelled", kind: .abandoned)

  static func tooLong(seconds: Double) -> StudioError {
    StudioError(
      "this took longer than \(Int(seconds)) s; use the command, such as `thrum convert`, for a pattern of this size",
      kind: .tooLong)
  }

  static func system(_ description: String) -> StudioError { StudioError(description, kind: .system) }

  /// `number` is `errno`, or 0 if unknown.
  static func listening(_ address: IPv4Address, _ port: UInt16, _ number: Int32) -> StudioError {
    let cause = number == 0 ? "the system refused permission" : String(cString: strerror(number))
    switch number {
    case EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS:
      return .system("cannot serve the studio: \(cause); the system has run out of threads, descriptors or memory")
    default:
      let remedy =
        address == .loopback ? "--port 0 picks a free port" : "--phone needs an address of this machine and a free port"
      return StudioError("cannot listen on \(address):\(port): \(cause); \(remedy)", kind: .port)
    }
  }
}
