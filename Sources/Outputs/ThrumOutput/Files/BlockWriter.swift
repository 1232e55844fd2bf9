import Dispatch
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// Writes blocks to a descriptor on its own thread, while the caller fills the next block.
///
/// - Thread: one at a time.
final class BlockWriter: Sendable {
  private struct State {
    var filled: [FileBlock] = []
    var spare: [FileBlock] = []
    /// The first failed write's errno. Nothing is written afterwards.
    var error: Int32?
  }

  private let state = Mutex(State())
  private let descriptor: Int32
  private let work = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  private static let mostWaiting = 2

  /// Starts the thread. End it once, with ``finish()`` or ``cancel()``.
  ///
  /// - Throws: ``ThreadError`` when no thread can be started.
  init(_ descriptor: Int32) throws(ThreadError) {
    self.descriptor = descriptor
    for _ in 0..<BlockWriter.mostWaiting { room.signal() }
    try startThread("thrum-file") { [self] in
      while writeNext() { room.signal() }
      ended.signal()
    }
  }

  /// Queues a block, and replaces it with an empty one of the same size. Waits while too many are queued. Returns the
  /// errno of an earlier failure.
  func exchange(_ block: inout FileBlock) -> Int32? {
    room.wait()
    let error = state.withLock { state in
      state.filled.append(block)
      block = state.spare.popLast() ?? FileBlock(size: block.bytes.count)
      return state.error
    }
    work.signal()
    return error
  }

  private func writeNext() -> Bool {
    work.wait()
    guard var block = state.withLock({ $0.filled.isEmpty ? nil : $0.filled.removeFirst() }) else { return false }
    let hasFailed = state.withLock { $0.error != nil }
    let error = hasFailed ? nil : block.write(to: descriptor)
    block.clear()
    state.withLock { state in
      if let error { state.error = error }
      // Swapped, because a block with two references would be copied when filled again.
      state.spare.append(FileBlock(size: 0))
      swap(&state.spare[state.spare.count - 1], &block)
    }
    return true
  }

  /// Waits for all writes. Returns the errno of a failure.
  func finish() -> Int32? {
    work.signal()
    ended.wait()
    return state.withLock { $0.error }
  }

  func cancel() {
    state.withLock { $0.error = $0.error ?? ECANCELED }
    _ = finish()
  }
}
