import Dispatch
import Foundation
import Synchronization

/// Does many independent things on all cores; answers are in the order of the things.
struct Workers {
  /// How many at a time.
  let count: Int

  /// As many as were asked for, else as there are cores. One under a limit on memory: each file is held against all that
  /// is left of it.
  init(_ count: Int?) {
    let isLimited = MemoryLimit.bytesLeft != nil
    self.count = isLimited ? 1 : max(1, count ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Does `body` to each item.
  func map<Item: Sendable, Answer: Sendable>(
    _ items: [Item], _ body: @Sendable (Item) -> Answer
  ) -> [Answer] {
    let next = Atomic<Int>(0)
    let answers = Mutex<[Int: Answer]>([:])
    DispatchQueue.concurrentPerform(iterations: min(count, items.count)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let answer = body(items[index])
        answers.withLock { $0[index] = answer }
      }
    }
    let all = answers.withLock { $0 }
    return items.indices.compactMap { all[$0] }
  }
}
