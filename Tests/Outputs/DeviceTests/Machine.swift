import CRealtime
import Foundation
import ThrumDevice
import ThrumSystem
import ThrumRender
import Synchronization
import Testing

/// What a test of the `device` lane may ask of the machine.
///
/// A deadline of the product can only be judged where threads are run in time. Each such test begins a ``Watch`` and,
/// before it judges, asks whether the machine stood still: then it is skipped, with the stall that was measured. It is never
/// repeated, and its limits never depend on the machine.
enum Machine {
  /// Begins to watch the machine.
  ///
  /// - Throws: what skips the test when the machine stands still already.
  static func watch(forStallsBeyond seconds: Double = 0.05) throws -> Watch {
    try StallDetector.shared.begin()
    let watch = Watch(begin: thrum_monotonic_nanoseconds(), limit: seconds)
    // A tenth of a second to show what it can.
    rest(until: watch.begin + 100_000_000)
    try watch.skipIfStalled()
    return watch
  }

  /// Attends to the machine from now on, without asking first what it can: for what is judged only when it has failed.
  static func attend(toStallsBeyond seconds: Double = 0.1) throws -> Attendance {
    try StallDetector.shared.begin()
    return Attendance(
      watch: Watch(begin: thrum_monotonic_nanoseconds(), limit: seconds), waits: RunQueueWaits.ofThreads())
  }

  /// A stretch of time in which many small waits count as well: work that takes a thread a moment may be shared out over
  /// seconds when others have nearly all of the processors.
  struct Attendance {
    fileprivate let watch: Watch
    fileprivate let waits: [Int: Double]
    /// What a thread may have waited for a processor in all, s.
    private static let limit = 0.5

    /// Skips the test when a thread had to wait for too long, at once or in all.
    func skipIfStalled(sourceLocation: SourceLocation = #_sourceLocation) throws {
      try watch.skipIfStalled(sourceLocation: sourceLocation)
      let longest = RunQueueWaits.ofThreads().map { $1 - (waits[$0] ?? 0) }.max() ?? 0
      guard longest > Attendance.limit else { return }
      try Skip.test(
        "a thread waited for a processor for \(Int((longest * 1000).rounded())) ms in all, and a start can be judged up to "
          + "\(Int(Attendance.limit * 1000)) ms",
        sourceLocation: sourceLocation)
    }
  }

  /// A stretch of time in which the machine is watched.
  struct Watch {
    fileprivate let begin: UInt64
    fileprivate let limit: Double

    /// Skips the test when a thread that wanted to run had to wait for longer than the limit since the watch began.
    func skipIfStalled(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let stall = StallDetector.shared.worst(since: begin)
      guard stall > limit else { return }
      let milliseconds = Int((stall * 1000).rounded()), allowed = Int((limit * 1000).rounded())
      try Skip.test(
        "the machine stood still for \(milliseconds) ms, and a deadline can be judged up to \(allowed) ms",
        sourceLocation: sourceLocation)
    }
  }
}

/// The end of a test that this machine cannot judge.
enum Skip {
  /// Ends the running test as skipped. Swift Testing has that from 6.3 on; before, it fails and says why.
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

/// How long threads have waited for a processor while they could have run (proc_pid_schedstat, the second number).
private enum RunQueueWaits {
  /// Seconds of each thread of the process, by its number; empty where the system does not count them.
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

/// A thread that asks to be woken every 2 ms and notes when it was woken late.
private final class StallDetector: Sendable {
  static let shared = StallDetector()
  private struct State {
    var isRunning = false
    /// When each late wake-up came, and how late, ns.
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
        note(thrum_monotonic_nanoseconds())
      }
    }
  }

  private func note(_ now: UInt64) {
    state.withLock { state in
      let late = now - state.lastWake
      state.lastWake = now
      if late > 12_000_000 { state.stalls.append((now, late)) }
    }
  }

  /// The longest stall that reached into the time since a moment, s.
  func worst(since begin: UInt64) -> Double {
    // A stall may be under way: the thread has not been woken yet.
    note(thrum_monotonic_nanoseconds())
    return state.withLock { state in
      Double(state.stalls.filter { $0.end > begin }.map(\.length).max() ?? 0) * 1e-9
    }
  }
}

/// Rests until a time of `thrum_monotonic_nanoseconds` (clock_nanosleep): how late it ends is what the watch measures.
private func rest(until end: UInt64) {
  var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}
