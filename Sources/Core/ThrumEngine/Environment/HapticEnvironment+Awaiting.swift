import Glibc
import Synchronization
import ThrumTime

// A test that awaits the end of a pattern must advance time, or it never returns: neither a continuation nor a time
// limit can end it. Nothing tells that a task is suspended. But when a handler is still to come, nobody advances time,
// every thread pool answers and the process does nothing, then nothing will happen any more.
extension HapticEnvironment {
  /// Real time after which an awaited handler is reported, s.
  private static let patience = 1.0
  /// Most virtual time that then runs, s.
  private static let mostAwaited = 3600.0

  /// Begins to watch whether a handler that is still to come is awaited for ever.
  func watchAwaited() {
    guard let virtualTime, !isWatchingAwaited.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let (roundTrip, seen) = (ThreadVisit(), LastLook(activity))
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      guard let self, let virtualTime = self.virtualTime else { return .isOver }
      if virtualTime.isMoving || delays.load(ordering: .relaxed) > 0 { return .isHeld }
      if virtualTime.isOver || awaited == nil {
        isWatchingAwaited.store(false, ordering: .releasing)
        return .isOver
      }
      return seen.wasQuiet(until: self.activity) && roundTrip.isComplete() ? .counts : .isHeld
    }
    RealCountdown(HapticEnvironment.patience, pace: pace) { [weak self] in
      guard let self else { return }
      isWatchingAwaited.store(false, ordering: .releasing)
      guard !virtualTime.isMoving, !virtualTime.isOver, let awaited else { return }
      report(
        "\(awaited) is still to come, and nothing has advanced virtual time for a second (real time): advance it while you "
          + "await it, for example with `async let`. Virtual time now runs until it is called.")
      virtualTime.run(while: { [weak self] in self?.awaited != nil }, atMost: HapticEnvironment.mostAwaited)
    }.begin()
  }

  /// A handler that is called once time has advanced, if any.
  private var awaited: String? {
    for link in links {
      if let name = link.awaited() { return "\(name) of engine \(link.number)" }
    }
    return nil
  }
}

/// What a countdown saw at its last step.
private final class LastLook: Sendable {
  /// Share of a processor above which the process does something.
  private static let idleShare = 0.2

  private struct Seen: Sendable {
    var activity: UInt64
    var use = ProcessUse()
  }
  private let seen: Mutex<Seen>

  init(_ activity: UInt64) { seen = Mutex(Seen(activity: activity)) }

  /// Whether nothing was logged and the process has done nothing since.
  func wasQuiet(until activity: UInt64) -> Bool {
    let now = Seen(activity: activity)
    return seen.withLock { seen in
      defer { seen = now }
      return seen.activity == now.activity && seen.use.share(until: now.use) < LastLook.idleShare
    }
  }
}

/// Processor time of the process.
private struct ProcessUse {
  let processor: Double
  let clock: Double

  init() {
    func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9 }
    func read(_ clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return seconds(time)
    }
    processor = read(CLOCK_PROCESS_CPUTIME_ID)
    clock = read(CLOCK_MONOTONIC)
  }

  func share(until later: ProcessUse) -> Double {
    (later.processor - processor) / max(later.clock - clock, 1e-6)
  }
}
