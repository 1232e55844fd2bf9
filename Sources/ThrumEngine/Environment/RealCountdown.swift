import Dispatch
import Synchronization

/// Counts real time down in steps, each of which has to be had: a process that stands still for a while loses one step, so
/// that its other threads come first when it continues.
///
/// - Thread: any.
final class RealCountdown: Sendable {
  private static let queue = DispatchQueue(label: "thrum.countdown")
  private let step: Double
  private let isHeld: @Sendable () -> Bool
  private let body: @Sendable () -> Void
  private let left: Atomic<Int>

  init(_ seconds: Double, isHeld: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable () -> Void) {
    let steps = max(8, min(10_000, (seconds / 0.02).rounded(.up)))
    step = max(seconds, 0.001) / steps
    left = Atomic(Int(steps))
    self.isHeld = isHeld
    self.body = body
  }

  /// Begins; it keeps itself alive until it is over.
  func begin() {
    let timer = DispatchSource.makeTimerSource(queue: RealCountdown.queue)
    timer.setEventHandler {
      timer.cancel()
      if self.isHeld() || self.left.subtract(1, ordering: .relaxed).newValue > 0 { self.begin() } else { self.body() }
    }
    timer.schedule(deadline: .now() + step)
    timer.activate()
  }
}
