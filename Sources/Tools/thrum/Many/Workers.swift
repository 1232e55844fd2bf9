import Dispatch
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumSystem
import Synchronization

/// Does many independent things on all cores; answers are in the order of the things.
struct Workers {
  /// How many at a time.
  let count: Int

  private final class Progress<Answer: Sendable>: Sendable {
    let next = Atomic<Int>(0)
    let answers = Mutex<[Int: Answer]>([:])
  }

  /// As many as were asked for, else as there are cores. One under a limit on memory: each file is held against all that
  /// is left of it.
  init(_ count: Int?) {
    let isLimited = MemoryLimit.bytesLeft != nil
    self.count = isLimited ? 1 : max(1, count ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Does `body` to each item, on the calling thread and on as many others as can be had.
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
    // Not through Dispatch, which waits without end where there is a limit on threads.
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
