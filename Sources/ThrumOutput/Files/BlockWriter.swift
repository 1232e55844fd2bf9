import Dispatch
import Glibc
import Synchronization

/// A piece of a file that is being filled.
///
/// - Thread: any; a value.
struct FileBlock {
  var bytes: [UInt8]
  /// How many of the bytes are there.
  var count = 0

  /// Empty, with room for `size` bytes.
  init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }
}

/// Writes blocks to a descriptor, in order, on a queue of its own: while one is being written the next one is filled.
///
/// The system copies a file's bytes about as fast as they are rendered: in turn, both take twice as long.
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
  private let queue = DispatchQueue(label: "thrum.file")
  private let room = DispatchSemaphore(value: BlockWriter.mostWaiting)

  /// Blocks that may wait to be written.
  private static let mostWaiting = 2

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Takes a block and leaves an empty one of the same size in its place; waits while too many are on their way. Returns the
  /// system's error number when an earlier one could not be written, else `nil`.
  func exchange(_ block: inout FileBlock) -> Int32? {
    room.wait()
    let error = state.withLock { state in
      state.filled.append(block)
      block = state.spare.popLast() ?? FileBlock(size: block.bytes.count)
      return state.error
    }
    queue.async { self.writeNext() }
    return error
  }

  private func writeNext() {
    // Not captured: who still held the block would make filling it again copy it.
    var (block, error) = state.withLock { ($0.filled.removeFirst(), $0.error) }
    if error == nil { error = BlockWriter.write(block, to: descriptor) }
    block.count = 0
    state.withLock { state in
      state.error = error
      state.spare.append(block)
    }
    room.signal()
  }

  /// Waits until all is written. Returns the system's error number when something could not be, else `nil`.
  func finish() -> Int32? {
    queue.sync {}
    return state.withLock { $0.error }
  }

  /// Writes what is in a block. Returns the system's error number, `nil` when all went well.
  static func write(_ block: FileBlock, to descriptor: Int32) -> Int32? {
    block.bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < block.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, block.count - done)
        if count < 0, errno == EINTR { continue }
        // 0 for bytes that are there means that no more fit.
        guard count > 0 else { return count < 0 ? errno : ENOSPC }
        done += count
      }
      return nil
    }
  }
}
