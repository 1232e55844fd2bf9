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
  thrum_clock_observe(noteClock)
  takeSources()
  FollowedWork.follow { work, handler in
    let before = thrum_work_exchange_tag(Unmanaged.passUnretained(work).toOpaque())
    handler()
    _ = thrum_work_exchange_tag(before)
  }
}

private func noteClock(_ isDate: Bool) { HapticEnvironment.scoped?.noteReal(isDate ? .date : .uptime) }

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

private func takeDelay(_ delay: OpaquePointer?, _ seconds: Double, _ isJob: Bool) -> Bool {
  // A task without an environment does not belong to a test; Swift Testing uses such tasks for its time limits.
  guard let delay, let environment = HapticEnvironment.scoped ?? (isJob ? nil : HapticEnvironment.exclusive),
    environment.isVirtual
  else { return false }
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
