import ThrumSystem

/// Why there is no sound.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// There is no such device, or none at all.
    case noDevice
    /// Another program holds it.
    case busy
    /// The system does not let us.
    case notPermitted
    /// The device can do nothing of what was asked.
    case unsupported
    /// The device did not respond in time.
    case timeout
    /// The sound server does not answer.
    case noServer
    /// Anything else.
    case failed
  }

  /// What went wrong.
  public let reason: Reason
  /// The device.
  public let device: String
  /// Cause, and what to try, in a sentence.
  public let message: String

  /// Makes an error.
  public init(_ reason: Reason, device: String, message: String) {
    self.reason = reason
    self.device = device
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}

extension OutputError {
  /// The system gave no thread.
  package init(_ error: ThreadError) { self.init(.failed, device: error.name, message: error.description) }
}
