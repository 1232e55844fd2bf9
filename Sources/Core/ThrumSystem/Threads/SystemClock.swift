import CLinux

package struct SystemClock: DeviceClock {
  package init() {}

  package var nanoseconds: UInt64 { thrum_monotonic_nanoseconds() }

  package func wait(for event: Int32, until deadline: UInt64) -> Bool { thrum_event_wait_until(event, deadline) == 1 }

  package func wait(forEither event: Int32, or other: Int32) { thrum_event_wait_either(event, other) }
}
