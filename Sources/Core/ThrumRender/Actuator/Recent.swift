import Synchronization
import ThrumSystem

/// Caches the most recent results of an expensive computation.
///
/// - Thread: any but the render thread, since lookups lock.
final class Recent<Key: Equatable & Sendable, Result: Sendable>: Sendable {
  private let known = Mutex<[(key: Key, result: Result)]>([])

  private static var most: Int { 16 }

  func result(of key: Key, _ compute: () -> Result) -> Result {
    if let result = known.withLock({ $0.first { $0.key == key }?.result }) { return result }
    let result = compute()
    known.withLock { known in
      if known.count >= Recent.most { known.removeFirst() }
      known.append((key, result))
    }
    return result
  }
}
