import CLinux

/// Clock of a device's threads. All of an output's deadlines use it, so that tests decide when they expire.
///
/// - Thread: any; do not wait inside a render call.
package protocol DeviceClock: Sendable {
  /// CLOCK_MONOTONIC.
  var nanoseconds: UInt64 { get }

  /// Waits for `event` and clears it. Returns whether it was raised.
  func wait(for event: Int32, until deadline: UInt64) -> Bool

  /// Waits without a timeout, and clears both events.
  func wait(forEither event: Int32, or other: Int32)
}
