import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// Processes items on several threads and returns the results in order.
struct Workers {
  let count: Int

  private final class Progress<Answer: Sendable>: Sendable {
    let next = Atomic<Int>(0)
    let answers = Mutex<[Int: Answer]>([:])
  }

  /// Defaults to one thread per core. Uses a single thread under a memory limit, because each file is checked against
  /// all remaining memory.
  init(_ count: Int?) {
    let isLimited = MemoryLimit.bytesLeft != nil
    self.count = isLimited ? 1 : max(1, count ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Runs `body` on the calling thread and on as many others as the system allows.
  func map<Item: Sendable, Answer: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) -> Answer
  ) -> [Answer] {
    let progress = Progress<Answer>()
    let work: @Sendable () -> Void = {
      while true {
        let index = progress.next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let answer = body(items[index])
        progress.answers.withLock { $0[index] = answer }
      }
    }
    let helpers = DispatchGroup()
    for _ in 1..<max(1, min(count, items.count)) {
      helpers.enter()
      do throws(ThreadError) {
        try startThread("thrum-worker") {
          work()
          helpers.leave()
        }
      } catch {
        helpers.leave()
        break
      }
    }
    work()
    helpers.wait()
    let all = progress.answers.withLock { $0 }
    return items.indices.compactMap { all[$0] }
  }
}

/// Every `count`-th item of a list, starting with the `index`-th.
struct Shard: ExpressibleByArgument, Equatable {
  let index: Int
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index) else {
      return nil
    }
    self.index = index
    self.count = count
  }

  func part<Item>(of items: [Item]) -> [Item] {
    stride(from: index - 1, to: items.count, by: count).map { items[$0] }
  }
}
