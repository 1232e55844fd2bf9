import CRealtime

/// The clock that a device's threads live by: what time it is, and waiting.
///
/// Every deadline of an output runs on it, so that a test can play the system's part and decide when one expires.
///
/// - Thread: any.
package protocol DeviceClock: Sendable {
  /// Nanoseconds since some origin, never less than before (CLOCK_MONOTONIC).
  ///
  /// - Thread: any.
  var nanoseconds: UInt64 { get }

  /// Waits until `event` is raised or the time is `deadline`; whether it was raised. Clears the event.
  ///
  /// - Thread: any but a render call's.
  func wait(for event: Int32, until deadline: UInt64) -> Bool

  /// Waits until one of two events is raised, however long that takes, and clears both.
  ///
  /// - Thread: any but a render call's.
  func wait(forEither event: Int32, or other: Int32)
}

/// The system's clock.
///
/// - Thread: any.
package struct SystemClock: DeviceClock {
  /// CLOCK_MONOTONIC.
  package init() {}

  /// Nanoseconds of CLOCK_MONOTONIC.
  package var nanoseconds: UInt64 { thrum_monotonic_nanoseconds() }

  /// Waits in ppoll(2).
  package func wait(for event: Int32, until deadline: UInt64) -> Bool { thrum_event_wait_until(event, deadline) == 1 }

  /// Waits in poll(2).
  package func wait(forEither event: Int32, or other: Int32) { thrum_event_wait_either(event, other) }
}
