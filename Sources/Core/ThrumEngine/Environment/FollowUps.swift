import Dispatch
import Synchronization

/// Gives work on other threads a chance to run: visits each queue and executor once.
final class FollowUps: Sendable {
  static let shared = FollowUps()
  private enum Main: Int, AtomicRepresentable {
    case unknown, served, blocked
  }
  private let main = Atomic<Main>(.unknown)

  var isMainServed: Bool { main.load(ordering: .relaxed) == .served }

  func letRun() async {
    await Task.yield()
    await visit(DispatchQueue.global())
    switch main.load(ordering: .relaxed) {
    case .unknown: await probeMain()
    case .served: await visit(DispatchQueue.main)
    case .blocked: break
    }
    await Task.yield()
  }

  private func visit(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Checks whether the main queue, and thus the main actor, is served. Checks a blocked main thread only once.
  private func probeMain() async {
    let answer = OnceOnly()
    let isServed = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      DispatchQueue.main.async { if answer.take() { continuation.resume(returning: true) } }
      RealCountdown(VirtualTime.patience) {
        if answer.take() { continuation.resume(returning: false) }
      }.begin()
    }
    main.store(isServed ? .served : .blocked, ordering: .relaxed)
  }
}
