import Dispatch
import Synchronization

/// Delays of the app's own, such as `DispatchQueue.asyncAfter` and `Task.sleep`, in virtual time.
extension HapticEnvironment {
  /// Lets work of the app's wait. In virtual time it starts when time gets there or, while nobody moves time, after as long in
  /// real time, as when a test itself waits.
  ///
  /// - Parameters:
  ///   - seconds: how long.
  ///   - start: puts the work on its queue.
  package func delay(by seconds: Double, _ start: @escaping @Sendable () -> Void) {
    let (work, time) = (OnceOnly(), time)
    let token = time.call(at: time.now + seconds, on: faultExecutor) {
      time.deliver(on: HapticEnvironment.delayQueue) { if work.take() { start() } }
    }
    guard isVirtual else { return }
    let pace: @Sendable () -> RealCountdown.Pace = { [weak self] in
      work.isTaken ? .isOver : (self?.virtualTime?.isMoving ?? false ? .isHeld : .counts)
    }
    RealCountdown(seconds, pace: pace) { [weak self] in
      guard work.take() else { return }
      token.cancel()
      self?.log(
        .note("a delay of \(TimelineText.seconds(seconds)) s ended in real time, as nobody moved time"), engine: 0)
      start()
    }.begin()
  }

  private static let delayQueue = DispatchQueue(label: "thrum.delays")
}

/// Something that one of several takes.
///
/// - Thread: any.
final class OnceOnly: Sendable {
  private let taken = Atomic<Bool>(false)
  /// Whether the caller is the one.
  func take() -> Bool { !taken.exchange(true, ordering: .relaxed) }
  /// Whether somebody was.
  var isTaken: Bool { taken.load(ordering: .relaxed) }
}
