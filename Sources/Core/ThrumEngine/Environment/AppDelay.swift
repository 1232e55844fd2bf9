import Dispatch
import Synchronization

extension HapticEnvironment {
  /// After a delay, calls `start` to enqueue an app's work. Falls back to real time if nothing advances virtual time.
  package func delay(by seconds: Double, _ start: @escaping @Sendable () -> Void) {
    let (work, time) = (OnceOnly(), time)
    let token = time.call(at: time.now + seconds, on: faultExecutor) {
      time.deliver(on: HapticEnvironment.delayQueue) { if work.take() { start() } }
    }
    guard isVirtual else { return }
    let roundTrip = RoundTrip()
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      if work.isTaken { return .isOver }
      return self?.virtualTime?.isMoving ?? false || !roundTrip.isComplete() ? .isHeld : .counts
    }
    RealCountdown(seconds, pace: pace) { [weak self] in
      guard work.take() else { return }
      token.cancel()
      self?.log(
        .note("a delay of \(TimelineText.seconds(seconds)) s ended in real time: nothing advanced virtual time"),
        engine: 0)
      start()
    }.begin()
  }

  package func note(_ text: String) { log(.note(text), engine: 0) }

  package var isOver: Bool { virtualTime?.isOver.load(ordering: .relaxed) ?? false }

  private static let delayQueue = DispatchQueue(label: "thrum.delays")
}

final class OnceOnly: Sendable {
  private let taken = Atomic<Bool>(false)
  func take() -> Bool { !taken.exchange(true, ordering: .relaxed) }
  var isTaken: Bool { taken.load(ordering: .relaxed) }
}
