import CDelays
import ThrumEngine
import ThrumTime

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
