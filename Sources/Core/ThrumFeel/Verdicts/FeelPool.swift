import Synchronization

/// A motor's analyses. Each caches responses, so threads reuse idle analyses.
package final class FeelPool: Sendable {
  private let motor: FeelMotor
  private let idle = Mutex<[FeelAnalysis]>([])

  package init(_ motor: FeelMotor) { self.motor = motor }

  package func using<Answer, Failure>(
    _ body: (inout FeelAnalysis) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    var analysis = idle.withLock { $0.popLast() } ?? FeelAnalysis(motor)
    defer { idle.withLock { $0.append(analysis) } }
    return try body(&analysis)
  }
}
