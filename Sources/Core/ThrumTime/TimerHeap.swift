/// Pending work in virtual time.
///
/// - Thread: its virtual time's executor.
struct TimerHeap {
  enum Lane: Sendable {
    case engine, handler
  }

  struct Item: Sendable {
    let time: Double
    let order: UInt64
    let lane: Lane
    let token: TimerToken
    let body: @Sendable () -> Void

    fileprivate func precedes(_ other: Item) -> Bool { (time, order) < (other.time, other.order) }
  }

  private var items: [Item] = []
  private var nextOrder: UInt64 = 0

  var isEmpty: Bool { items.isEmpty }

  var count: Int { items.count { !$0.token.isCancelled } }

  var first: Item? { items.first }

  func hasHandler(until time: Double) -> Bool {
    items.contains { $0.lane == .handler && $0.time <= time && !$0.token.isCancelled }
  }

  /// Removes cancelled items from the front, for the caller to release.
  mutating func removeCancelled() -> [Item] {
    var gone: [Item] = []
    while items.first?.token.isCancelled == true, let item = removeFirst() { gone.append(item) }
    return gone
  }

  mutating func insert(_ lane: Lane, at time: Double, _ token: TimerToken, _ body: @escaping @Sendable () -> Void) {
    items.append(Item(time: time, order: nextOrder, lane: lane, token: token, body: body))
    nextOrder += 1
    var child = items.count - 1
    while child > 0, items[child].precedes(items[(child - 1) / 2]) {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Item? {
    guard let last = items.popLast() else { return nil }
    guard let first = items.first else { return last }
    items[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
        if items[child].precedes(items[best]) { best = child }
      }
      guard best != parent else { return first }
      items.swapAt(parent, best)
      parent = best
    }
  }
}
