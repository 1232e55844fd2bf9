import CLinux
import Synchronization
import ThrumDevice

/// The I/O loop's latest values for other threads.
final class PCMReport: Watchdog.Report {
  private let beat = Atomic<UInt64>(0)
  private let underruns = Atomic<Int>(0)
  private let reopenings = Atomic<Int>(0)
  private let resting = Atomic<Bool>(false)
  let awake = thrum_event_make()

  deinit { thrum_event_close(awake) }

  func markAlive(_ nanoseconds: UInt64) { beat.store(nanoseconds, ordering: .relaxed) }
  /// Monotonic ns.
  var lastAlive: UInt64 { beat.load(ordering: .relaxed) }

  var isSuspended: Bool { resting.load(ordering: .acquiring) }
  func beginSuspension() { resting.store(true, ordering: .releasing) }
  /// Call ``markAlive(_:)`` first.
  func endSuspension() {
    resting.store(false, ordering: .releasing)
    thrum_event_raise(awake)
  }

  var underrunCount: Int { underruns.load(ordering: .relaxed) }
  func countUnderrun() { underruns.add(1, ordering: .relaxed) }

  var reopeningCount: Int { reopenings.load(ordering: .relaxed) }
  func countReopening() { reopenings.add(1, ordering: .relaxed) }
}
