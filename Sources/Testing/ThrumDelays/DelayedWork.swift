import CDelays
import ThrumEngine
import ThrumTime

/// Moves the delays of the app under test (`DispatchQueue.asyncAfter`, `Task.sleep`, timer sources) to virtual time,
/// tracks work that handlers put on queues, and calls due handlers while a thread is blocked.
///
/// Delays without an environment remain real, as do all delays if Dispatch is linked statically (decision 0037).
@_cdecl("thrum_delays_register")
func registerDelays() {
  thrum_delay_set_taker(takeDelay)
  thrum_work_follow(putWork, beginWork, endWork)
  thrum_wait_observe(beginWait, endWait)
  thrum_main_observe(beginMainWait, endMainWait)
  MainThread.observeSync { thrum_runs_for_main() }
  thrum_clock_observe(noteClock)
  takeSources()
  FollowedWork.follow { work, handler in
    let before = thrum_work_exchange_tag(Unmanaged.passUnretained(work).toOpaque())
    handler()
    _ = thrum_work_exchange_tag(before)
  }
}

private func noteClock(_ clock: thrum_clock) {
  let read: RealClock =
    switch clock {
    case THRUM_CLOCK_DATE: .date
    case THRUM_CLOCK_UPTIME: .uptime
    case THRUM_CLOCK_CONTINUOUS: .continuous
    default: .suspending
    }
  HapticEnvironment.scoped?.noteReal(read)
}

/// Counts work put on a queue. Retains the counter until the work ends.
private func putWork(_ tag: UnsafeMutableRawPointer?, _ isForMain: Bool) -> UnsafeMutableRawPointer? {
  let step = tag.map { Unmanaged<FollowedWork>.fromOpaque($0).takeUnretainedValue() }
  guard let work = HapticEnvironment.workOfTask(within: step) else { return nil }
  work.wasPut(isForMain: isForMain)
  return Unmanaged.passRetained(work).toOpaque()
}

private func beginWork(_ tag: UnsafeMutableRawPointer?, _ isForMain: Bool) {
  guard let tag else { return }
  Unmanaged<FollowedWork>.fromOpaque(tag).takeUnretainedValue().begins()
}

private func endWork(_ tag: UnsafeMutableRawPointer?, _ isForMain: Bool) {
  guard let tag else { return }
  Unmanaged<FollowedWork>.fromOpaque(tag).takeRetainedValue().ended(isForMain: isForMain)
}

private func beginWait(_ call: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
  guard let call, let environment = HapticEnvironment.scoped ?? HapticEnvironment.exclusive,
    let wait = environment.threadBlocks(in: String(cString: call))
  else { return nil }
  return Unmanaged.passRetained(wait).toOpaque()
}

private func endWait(_ token: UnsafeMutableRawPointer?) {
  guard let token else { return }
  Unmanaged<BlockedThread>.fromOpaque(token).takeRetainedValue().continues()
}

private func beginMainWait(_ wait: thrum_wait, _ label: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
  guard let environment = HapticEnvironment.scoped ?? HapticEnvironment.exclusive else { return nil }
  let cause: MainThreadWait.Cause =
    switch wait {
    case THRUM_WAIT_GROUP: .group
    case THRUM_WAIT_SEMAPHORE: .semaphore
    default: .sync(queue: label.map { $0.pointee == 0 ? 0 : UInt(bitPattern: $0) } ?? 0)
    }
  return MainThreadWait(environment, cause).map { Unmanaged.passRetained($0).toOpaque() }
}

private func endMainWait(_ token: UnsafeMutableRawPointer?) {
  guard let token else { return }
  Unmanaged<MainThreadWait>.fromOpaque(token).takeRetainedValue().ends()
}

private func takeDelay(_ delay: OpaquePointer?, _ seconds: Double, _ isJob: Bool) -> Bool {
  guard let delay, let environment = HapticEnvironment.forDelay(ofTask: isJob), environment.isVirtual else {
    return false
  }
  let delayed = DelayedWork(delay, environment, isJob: isJob)
  environment.delay(by: seconds) { delayed.begin() }
  return true
}

/// - Thread: any; used once.
private final class DelayedWork: Sendable {
  // Safety: the C value is immutable and freed once, with this object.
  nonisolated(unsafe) private let delay: OpaquePointer
  private let environment: HapticEnvironment
  private let isJob: Bool

  init(_ delay: OpaquePointer, _ environment: HapticEnvironment, isJob: Bool) {
    self.delay = delay
    self.environment = environment
    self.isJob = isJob
  }

  deinit { thrum_delay_release(delay) }

  func begin() {
    thrum_delay_enqueue(delay, Unmanaged.passRetained(self).toOpaque()) { context in
      guard let context else { return }
      Unmanaged<DelayedWork>.fromOpaque(context).takeRetainedValue().run()
    }
  }

  /// A task has its own environment; a block runs in the environment in which its delay was requested.
  private func run() {
    if isJob { return thrum_delay_run(delay) }
    HapticEnvironment.$scoped.withValue(environment) { thrum_delay_run(delay) }
  }
}

/// Moves timer sources (`DispatchSource.makeTimerSource`) of the app under test to virtual time.
func takeSources() {
  thrum_source_take(
    thrum_source_callbacks(
      schedules: { source, schedule, seconds, period in
        // An app's source has no task; the caller of `schedule(deadline:)` usually has one.
        guard let source, let environment = HapticEnvironment.scoped ?? HapticEnvironment.exclusive,
          environment.isVirtual
        else { return false }
        TimerSource(source, schedule, period, environment).begin(after: seconds)
        return true
      },
      runs: { firing, handler in
        guard let firing else { return }
        Unmanaged<Firing>.fromOpaque(firing).takeRetainedValue().run { thrum_source_call(handler) }
      },
      misses: { firing in
        guard let firing else { return }
        Unmanaged<Firing>.fromOpaque(firing).takeRetainedValue().end()
      }))
}

/// A timer source's schedule. Ends when the source is cancelled, freed or rescheduled, or when the test ends.
private final class TimerSource: Sendable {
  // Safety: used here only as an ID; the C code dereferences it only while the source is registered there.
  nonisolated(unsafe) private let source: UnsafeMutableRawPointer
  private let schedule: UInt64
  /// Seconds between calls; 0 for one call.
  private let period: Double
  private let environment: HapticEnvironment

  init(
    _ source: UnsafeMutableRawPointer, _ schedule: UInt64, _ period: Double, _ environment: HapticEnvironment
  ) {
    self.source = source
    self.schedule = schedule
    self.period = period
    self.environment = environment
  }

  func begin(after seconds: Double) { environment.delay(by: seconds) { self.fire() } }

  private func fire() {
    let firing = Firing(environment, isOnMain: thrum_source_is_on_main(source))
    let token = Unmanaged.passRetained(firing)
    let outcome = thrum_source_fire(source, schedule, token.toOpaque())
    if outcome != .runs {
      firing.end()
      token.release()
    }
    if outcome != .is_over, period > 0, !environment.isOver { begin(after: period) }
  }
}

/// A call to a source's handler that `settle` waits for.
private final class Firing: Sendable {
  private let environment: HapticEnvironment
  private let work: FollowedWork?
  private let isOnMain: Bool

  init(_ environment: HapticEnvironment, isOnMain: Bool) {
    self.environment = environment
    self.isOnMain = isOnMain
    work = HapticEnvironment.$scoped.withValue(environment) { HapticEnvironment.workOfTask(within: nil) }
    work?.wasPut(isForMain: isOnMain)
  }

  func run(_ handler: () -> Void) {
    work?.begins()
    let tag = work.map { Unmanaged.passUnretained($0).toOpaque() }
    let before = thrum_work_exchange_tag(tag)
    HapticEnvironment.$scoped.withValue(environment, operation: handler)
    _ = thrum_work_exchange_tag(before)
    end()
  }

  func end() { work?.ended(isForMain: isOnMain) }
}
