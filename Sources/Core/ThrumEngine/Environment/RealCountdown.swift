import Dispatch
import Synchronization

/// Counts real time down in steps, each of which has to be had: a process that stands still for a while loses one step, so
/// that its other threads come first when it continues.
///
/// - Thread: any.
final class RealCountdown: Sendable {
  private static let queue = DispatchQueue(label: "thrum.countdown")
  private let step: Double
  private let pace: @Sendable () -> Pace
  private let body: @Sendable () -> Void
  private let left: Atomic<Int>

  /// What comes of a step.
  enum Pace {
    case counts, isHeld
    /// Nobody waits for the end any more.
    case isOver
  }

  init(
    _ seconds: Double, pace: @escaping @Sendable () -> Pace = { .counts }, _ body: @escaping @Sendable () -> Void
  ) {
    step = RealCountdown.step(of: seconds)
    left = Atomic(RealCountdown.steps(of: seconds))
    self.pace = pace
    self.body = body
  }

  private static func steps(of seconds: Double) -> Int { Int(max(8, min(10_000, (seconds / 0.02).rounded(.up)))) }

  /// The length of a step, s.
  static func step(of seconds: Double) -> Double { max(seconds, 0.001) / Double(steps(of: seconds)) }

  /// Lets real time pass.
  static func pass(_ seconds: Double) async {
    await withCheckedContinuation { continuation in RealCountdown(seconds) { continuation.resume() }.begin() }
  }

  /// Begins; it keeps itself alive until it is over.
  func begin() {
    let timer = DispatchSource.makeTimerSource(queue: RealCountdown.queue)
    timer.setEventHandler {
      timer.cancel()
      switch self.pace() {
      case .isOver: return
      case .isHeld: self.begin()
      case .counts:
        if self.left.subtract(1, ordering: .relaxed).newValue > 0 { self.begin() } else { self.body() }
      }
    }
    timer.schedule(deadline: .now() + step)
    timer.activate()
  }
}
