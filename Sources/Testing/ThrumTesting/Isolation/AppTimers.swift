import CTimers
import Foundation
import Synchronization
import ThrumEngine
import ThrumTime

/// Moves the `Timer`s of the app under test from the main run loop to virtual time.
///
/// Timers on other run loops remain real (decision 0066).
@_cdecl("thrum_timers_register")
func registerTimers() {
  thrum_timers_take(
    { timer, seconds in if let timer { AppTimers.note(timer, seconds) } },
    { timer, loop in timer.map { AppTimers.take($0, loop: loop) } ?? false })
  thrum_sources_note { queue in
    guard let environment = HapticEnvironment.scoped ?? HapticEnvironment.exclusive, environment.isVirtual else {
      return
    }
    let label = queue.map { Unmanaged<DispatchQueue>.fromOpaque($0).takeUnretainedValue().label }
    guard label?.hasPrefix("thrum.") != true else { return }
    environment.note(
      "a DispatchSource timer fires in real time; to fire it in virtual time, add ThrumDelays to the test target")
  }
}

private enum AppTimers {
  /// Exact intervals of timers not yet added to a run loop. A timer's `fireDate` is later, because `init` takes time.
  private static let intervals = Mutex<[UInt: Double]>([:])
  /// Timers in virtual time.
  private static let taken = Mutex<Set<UInt>>([])
  /// Once there are this many, all intervals are dropped: the app probably never adds most of these timers.
  private static let limit = 1000

  static func note(_ timer: UnsafeMutableRawPointer, _ seconds: Double) {
    guard (HapticEnvironment.scoped ?? HapticEnvironment.exclusive)?.isVirtual == true else { return }
    let address = UInt(bitPattern: timer)
    intervals.withLock { intervals in
      if intervals.count >= limit { intervals.removeAll() }
      intervals[address] = max(seconds, 0)
    }
  }

  static func take(_ pointer: UnsafeMutableRawPointer, loop: UnsafeMutableRawPointer?) -> Bool {
    guard let environment = HapticEnvironment.scoped ?? HapticEnvironment.exclusive, environment.isVirtual else {
      return false
    }
    let mainLoop = Unmanaged.passUnretained(RunLoop.main).toOpaque()
    guard loop == mainLoop || MainThread.isCurrent else {
      environment.note(
        "a Timer was added to a thread's own run loop: it fires in real time, and only if that loop runs")
      return false
    }
    let address = UInt(bitPattern: pointer)
    guard taken.withLock({ $0.insert(address).inserted }) else { return true }
    let timer = Unmanaged<Timer>.fromOpaque(pointer).takeUnretainedValue()
    let interval = intervals.withLock { $0.removeValue(forKey: address) }
    AppTimer(timer, environment).begin(after: interval ?? AppTimers.delay(of: timer))
    return true
  }

  /// Delay of a timer whose interval is unknown because the timer was created with a date or by optimised code.
  /// Rounded to a millisecond, since the initialiser took some time.
  private static func delay(of timer: Timer) -> Double {
    if timer.timeInterval > 0 { return timer.timeInterval }
    return max((timer.fireDate.timeIntervalSinceNow * 1000).rounded() / 1000, 0)
  }

  static func forget(_ timer: Timer) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(timer).toOpaque())
    taken.withLock { _ = $0.remove(address) }
  }
}

/// A timer that fires in virtual time until it is invalidated.
///
/// - Thread: any; fires on the main queue only.
private final class AppTimer: Sendable {
  // Safety: `fire` is called on the main queue only; `isValid` reads one atomic Core Foundation flag.
  nonisolated(unsafe) private let timer: Timer
  private let environment: HapticEnvironment

  init(_ timer: Timer, _ environment: HapticEnvironment) {
    self.timer = timer
    self.environment = environment
  }

  deinit { AppTimers.forget(timer) }

  func begin(after seconds: Double) {
    environment.delay(by: seconds) {
      HapticEnvironment.$scoped.withValue(self.environment) {
        DispatchQueue.main.async { HapticEnvironment.$scoped.withValue(self.environment) { self.fire() } }
      }
    }
  }

  private func fire() {
    guard timer.isValid else { return }
    timer.fire()
    if timer.isValid, !environment.isOver { begin(after: timer.timeInterval) }
  }
}
