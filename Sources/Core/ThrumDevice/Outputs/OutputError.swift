import ThrumSystem

/// Reason why an output cannot play.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Category of an error.
  public enum Reason: Equatable, Sendable {
    /// The device does not exist, or there is no device at all.
    case noDevice
    /// Another program is using the device.
    case busy
    /// Access is denied.
    case notPermitted
    /// The device supports none of the requested formats.
    case unsupported
    /// The device did not respond in time.
    case timeout
    /// The sound server does not respond.
    case noServer
    /// Anything else.
    case failed
  }

  /// Category.
  public let reason: Reason
  /// Name of the device.
  public let device: String
  /// Cause and remedy.
  public let message: String

  /// Creates an error.
  public init(_ reason: Reason, device: String, message: String) {
    self.reason = reason
    self.device = device
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension OutputError {
  package init(_ error: ThreadError) { self.init(.failed, device: error.name, message: error.description) }
}
