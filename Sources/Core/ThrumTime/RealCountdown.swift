import CLinux
import Dispatch
import Synchronization
import ThrumSystem

/// Counts down real time in steps. A process that was stopped loses only one step (decision 0037).
package final class RealCountdown: Sendable {
  private static let queue = DispatchQueue(label: "thrum.countdown")
  private let step: Double
  private let pace: @Sendable () -> Pace
  private let body: @Sendable () -> Void
  private let left: Atomic<Int>

  package enum Pace {
    case counts, isHeld
    case isOver
  }

  package init(
    _ seconds: Double, pace: @escaping @Sendable () -> Pace = { .counts }, _ body: @escaping @Sendable () -> Void
  ) {
    step = RealCountdown.step(of: seconds)
    left = Atomic(RealCountdown.steps(of: seconds))
    self.pace = pace
    self.body = body
  }

  private static func steps(of seconds: Double) -> Int { Int(max(8, min(10_000, (seconds / 0.02).rounded(.up)))) }

  static func step(of seconds: Double) -> Double { max(seconds, 0.001) / Double(steps(of: seconds)) }

  package static func pass(_ seconds: Double) async {
    await withCheckedContinuation { continuation in RealCountdown(seconds) { continuation.resume() }.begin() }
  }

  package func begin() {
    DispatchThreads.willBeUsed()
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
