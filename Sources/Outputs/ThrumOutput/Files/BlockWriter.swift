import Dispatch
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// Writes blocks to a descriptor, in order, on a thread of its own: while one is being written the next one is filled.
///
/// The system copies a file's bytes about as fast as they are rendered; one after the other they would take twice as long. A thread
/// and not a queue: Dispatch waits for ever for a thread that a limit denies it.
///
/// - Thread: one at a time.
final class BlockWriter: Sendable {
  private struct State {
    var filled: [FileBlock] = []
    var spare: [FileBlock] = []
    /// What the system said when a write failed; nothing is written after it.
    var error: Int32?
  }

  private let state = Mutex(State())
  private let descriptor: Int32
  /// Raised for every block, and once more at the end.
  private let work = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Blocks that may wait to be written.
  private static let mostWaiting = 2

  /// Starts the thread; whoever does ends it with ``finish()`` or ``cancel()``, once.
  ///
  /// - Throws: ``ThreadError`` when the system gives no thread.
  init(_ descriptor: Int32) throws(ThreadError) {
    self.descriptor = descriptor
    for _ in 0..<BlockWriter.mostWaiting { room.signal() }
    try startThread("thrum-file") { [self] in
      while writeNext() { room.signal() }
      ended.signal()
    }
  }

  /// Takes a block and leaves an empty one of the same size in its place; waits while too many are on their way. Returns the
  /// system's error number when an earlier one could not be written, else `nil`.
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

  /// Writes the next block; `false` at the end.
  private func writeNext() -> Bool {
    work.wait()
    guard var block = state.withLock({ $0.filled.isEmpty ? nil : $0.filled.removeFirst() }) else { return false }
    let hasFailed = state.withLock { $0.error != nil }
    let error = hasFailed ? nil : block.write(to: descriptor)
    block.clear()
    state.withLock { state in
      if let error { state.error = error }
      // Swapped, not copied: a block that is held twice would be copied when it is filled again.
      state.spare.append(FileBlock(size: 0))
      swap(&state.spare[state.spare.count - 1], &block)
    }
    return true
  }

  /// Waits until all is written, and ends. Returns the system's error number when something could not be, else `nil`.
  func finish() -> Int32? {
    work.signal()
    ended.wait()
    return state.withLock { $0.error }
  }

  /// Drops what waits, and ends.
  func cancel() {
    state.withLock { $0.error = $0.error ?? ECANCELED }
    _ = finish()
  }
}
