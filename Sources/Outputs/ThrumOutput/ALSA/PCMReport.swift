import CRealtime
import Synchronization

/// What the I/O loop tells other threads: the latest values only.
///
/// - Thread: any.
final class PCMReport: Sendable {
  private let beat = Atomic<UInt64>(0)
  private let underruns = Atomic<Int>(0)
  private let reopenings = Atomic<Int>(0)
  private let resting = Atomic<Bool>(false)
  /// Raised when a rest ends.
  let awake = thrum_event_make()

  deinit { thrum_event_close(awake) }

  /// The loop lives.
  func markAlive(_ nanoseconds: UInt64) { beat.store(nanoseconds, ordering: .relaxed) }
  /// When the loop was last seen alive, monotonic nanoseconds.
  var lastAlive: UInt64 { beat.load(ordering: .relaxed) }

  /// Whether the loop sleeps because nothing plays.
  var isSuspended: Bool { resting.load(ordering: .acquiring) }
  func beginSuspension() { resting.store(true, ordering: .releasing) }
  /// The loop has marked itself alive before.
  func endSuspension() {
    resting.store(false, ordering: .releasing)
    thrum_event_raise(awake)
  }

  /// How often the device had an underrun.
  var underrunCount: Int { underruns.load(ordering: .relaxed) }
  func countUnderrun() { underruns.add(1, ordering: .relaxed) }

  /// How often a lost device came back.
  var reopeningCount: Int { reopenings.load(ordering: .relaxed) }
  func countReopening() { reopenings.add(1, ordering: .relaxed) }
}
