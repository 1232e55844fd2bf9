import Synchronization

/// The last results of something that takes long to compute, since the same is asked for again and again.
///
/// - Thread: any but the one that renders; it locks.
final class Recent<Key: Equatable & Sendable, Result: Sendable>: Sendable {
  private let known = Mutex<[(key: Key, result: Result)]>([])

  /// How many are kept.
  private static var most: Int { 16 }

  /// What belongs to a key: as it was computed before, or computed now.
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
