import CLinux
import ThrumTime

/// A call that blocks its caller on a phone.
public struct CallWait: Equatable, Sendable {
  /// Seconds since the environment was created.
  public var time: Double
  /// Length in seconds.
  public var seconds: Double
  /// The call.
  public var call: EngineCall
  /// Whether the main thread waited.
  public var isOnMainThread: Bool
  /// The queue in whose work the call was made: its label's address, or 0.
  var queue: UInt = 0

  /// Creates a wait.
  package init(time: Double, seconds: Double, call: EngineCall, isOnMainThread: Bool) {
    self.time = time
    self.seconds = seconds
    self.call = call
    self.isOnMainThread = isOnMainThread
  }
}
