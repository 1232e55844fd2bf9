import CLinux
import Foundation
import Synchronization
import Testing
import ThrumDevice
import ThrumRender
import ThrumSystem

/// Checks whether the machine is fit to judge a test of the `device` lane.
///
/// A deadline of the product can only be judged where threads are scheduled in time. Such a test starts a ``Watch``
/// and checks it before its expectations: if the machine stalled, the test is skipped with the measured stall. Tests
/// are never repeated, and their limits never depend on the machine.
enum Machine {
  /// Starts watching the machine.
  ///
  /// - Throws: A skip if the machine is stalled already.
  static func watch(forStallsBeyond seconds: Double = 0.05) throws -> Watch {
    try StallDetector.shared.begin()
    let watch = Watch(begin: thrum_monotonic_nanoseconds(), limit: seconds, waits: RunQueueWaits.ofThreads())
    // A tenth of a second to detect a stall.
    rest(until: watch.begin + 100_000_000)
    try watch.skipIfStalled()
    return watch
  }

  /// Starts watching without an initial check, for expectations that are judged only after a failure.
  static func attend(toStallsBeyond seconds: Double = 0.1) throws -> Attendance {
    try StallDetector.shared.begin()
    return Attendance(
      watch: Watch(begin: thrum_monotonic_nanoseconds(), limit: seconds, waits: RunQueueWaits.ofThreads()))
  }

  /// A watched interval in which a thread's waits count together, however long the interval is.
  struct Attendance {
    fileprivate let watch: Watch
    /// Total time that a thread may wait for a processor, s.
    private static let limit = 0.5

    /// Skips the test if a thread waited too long, at once or in total.
    func skipIfStalled(sourceLocation: SourceLocation = #_sourceLocation) throws {
      try watch.skipIfStalled(sourceLocation: sourceLocation)
      try watch.skipIfWaiting(beyond: Attendance.limit, sourceLocation: sourceLocation)
    }
  }

  /// An interval in which the machine is watched.
  struct Watch {
    fileprivate let begin: UInt64
    fileprivate let limit: Double
    fileprivate let waits: [Int: Double]
    /// Share of the interval that a thread may wait for a processor in all. On a busy machine, many short waits let
    /// work of a moment take a tenth of a second.
    private static let share = 0.1

    /// Skips the test if, since the watch began, a runnable thread waited longer than the limit, or waited too often.
    func skipIfStalled(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let seconds = Double(thrum_monotonic_nanoseconds() - begin) / 1e9
      try skipIfWaiting(beyond: max(0.1, Watch.share * seconds), sourceLocation: sourceLocation)
      let stall = StallDetector.shared.worst(since: begin)
      guard stall > limit else { return }
      let milliseconds = Int((stall * 1000).rounded())
      let allowed = Int((limit * 1000).rounded())
      try Skip.test(
        "the machine stood still for \(milliseconds) ms, and a deadline can be judged up to \(allowed) ms",
        sourceLocation: sourceLocation)
    }

    fileprivate func skipIfWaiting(beyond seconds: Double, sourceLocation: SourceLocation) throws {
      let longest = RunQueueWaits.ofThreads().map { $1 - (waits[$0] ?? 0) }.max() ?? 0
      guard longest > seconds else { return }
      try Skip.test(
        "a thread waited for a processor for \(Int((longest * 1000).rounded())) ms in all, and a deadline can be judged up to "
          + "\(Int((seconds * 1000).rounded())) ms",
        sourceLocation: sourceLocation)
    }
  }
}

/// Ends a test that cannot be judged on this machine.
enum Skip {
  /// Skips the running test. Swift Testing supports that from 6.3; earlier versions fail with the reason.
  static func test(_ reason: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Never {
    #if compiler(>=6.3)
      try Test.cancel(Comment(rawValue: reason), sourceLocation: sourceLocation)
    #else
      throw Reason(description: reason)
    #endif
  }

  private struct Reason: Error, CustomStringConvertible {
    let description: String
  }
}

/// Time that runnable threads waited for a processor (proc_pid_schedstat, the second number).
private enum RunQueueWaits {
  /// Seconds by thread ID, empty if the system does not count them.
  static func ofThreads() -> [Int: Double] {
    let folder = "/proc/self/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var waits: [Int: Double] = [:]
    for thread in threads {
      guard let number = Int(thread), let bytes = FileManager.default.contents(atPath: "\(folder)/\(thread)/schedstat")
      else { continue }
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
      guard words.count == 3, let nanoseconds = Double(words[1]) else { continue }
      waits[number] = nanoseconds * 1e-9
    }
    return waits
  }
}

/// A thread that asks to wake every 2 ms and records late wake-ups.
private final class StallDetector: Sendable {
  static let shared = StallDetector()
  private struct State {
    var isRunning = false
    /// End and length of each late wake-up, ns.
    var stalls: [(end: UInt64, length: UInt64)] = []
    var lastWake: UInt64 = 0
  }
  private let state = Mutex(State())

  /// Starts the thread, once.
  func begin() throws {
    let isFirst = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    state.withLock { $0.lastWake = thrum_monotonic_nanoseconds() }
    try startThread("stall-detector") { [self] in
      while true {
        rest(until: thrum_monotonic_nanoseconds() + 2_000_000)
        note()
      }
    }
  }

  /// Reads the clock under the lock, since two threads call this and time must not run backwards between them.
  private func note() {
    state.withLock { state in
      let now = thrum_monotonic_nanoseconds()
      let late = now - state.lastWake
      state.lastWake = now
      if late > 12_000_000 { state.stalls.append((now, late)) }
    }
  }

  /// Longest stall that extends past a moment, s.
  func worst(since begin: UInt64) -> Double {
    // A stall may be in progress, before the thread has woken.
    note()
    return state.withLock { state in
      Double(state.stalls.filter { $0.end > begin }.map(\.length).max() ?? 0) * 1e-9
    }
  }
}

/// Sleeps until a time of `thrum_monotonic_nanoseconds` (clock_nanosleep). The watch measures how late it wakes.
private func rest(until end: UInt64) {
  var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
