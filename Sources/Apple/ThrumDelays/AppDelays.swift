import CDelays
import ThrumEngine

/// From now on the delays of the app under test, `DispatchQueue.asyncAfter` and `Task.sleep`, end in virtual time, and what handlers put
/// on queues is followed. Called as soon as a test begins; a program that does not link this library has none of it.
///
/// A delay belongs to the environment of the task that asks for it. On a Dispatch queue, where there is no task, it belongs to the
/// process's exclusive environment, if there is one. Other delays, and all in a program that links Dispatch statically, stay real.
@_cdecl("thrum_delays_register")
func registerDelays() {
  thrum_delay_set_taker(takeDelay)
  thrum_work_follow(putWork, beginWork, endWork)
  HapticEnvironment.followWork { work, handler in
    let before = thrum_work_exchange_tag(Unmanaged.passUnretained(work).toOpaque())
    handler()
    _ = thrum_work_exchange_tag(before)
  }
}

/// Counts work that is put on a queue, and keeps what counts it: the tag lives for as long as there is something to follow.
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

private func takeDelay(_ delay: OpaquePointer?, _ seconds: Double, _ isJob: Bool) -> Bool {
  // A task without an environment is not a test's: Swift Testing has such, for its time limits.
  guard let delay, let environment = HapticEnvironment.scoped ?? (isJob ? nil : HapticEnvironment.exclusive),
    environment.isVirtual
  else { return false }
  let delayed = DelayedWork(delay, environment, isJob: isJob)
  environment.delay(by: seconds) { delayed.begin() }
  return true
}

/// What waits for its time.
///
/// - Thread: any; used once.
private final class DelayedWork: Sendable {
  // Safety: the C library's value does not change, and is freed once, with this object.
  nonisolated(unsafe) private let delay: OpaquePointer
  private let environment: HapticEnvironment
  private let isJob: Bool

  init(_ delay: OpaquePointer, _ environment: HapticEnvironment, isJob: Bool) {
    self.delay = delay
    self.environment = environment
    self.isJob = isJob
  }

  deinit { thrum_delay_release(delay) }

  /// Puts the work on the queue that it was meant for.
  func begin() {
    thrum_delay_enqueue(delay, Unmanaged.passRetained(self).toOpaque()) { context in
      guard let context else { return }
      Unmanaged<DelayedWork>.fromOpaque(context).takeRetainedValue().run()
    }
  }

  /// A task has an environment of its own; a block gets the one that its delay was asked for in.
  private func run() {
    if isJob { return thrum_delay_run(delay) }
    HapticEnvironment.$scoped.withValue(environment) { thrum_delay_run(delay) }
  }
}
