import Dispatch
import Testing

/// Runs a test on a thread that all tests of this target share, one at a time: a client that waits for a socket blocks that
/// thread and none of Swift's own, which the other targets' tests need.
struct BlockingThread: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == BlockingThread {
  /// The test may block its thread.
  static var blocksItsThread: BlockingThread { BlockingThread() }
}

/// A serial queue that runs tasks.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()
  private let queue = DispatchQueue(label: "studio-device-tests")
  private let key = DispatchSpecificKey<Bool>()

  private init() { queue.setSpecific(key: key, value: true) }

  /// Whether the caller runs on the queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
