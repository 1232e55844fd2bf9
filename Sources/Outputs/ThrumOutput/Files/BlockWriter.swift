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

struct FileBlock {
  var bytes: [UInt8]
  /// Start and end of the valid bytes.
  private var begin = 0
  var end = 0

  init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }

  /// Positions the header so that samples are word-aligned.
  init(header: [UInt8], size: Int) {
    self.init(size: size)
    begin = (4 - header.count % 4) % 4
    end = begin + header.count
    bytes.replaceSubrange(begin..<end, with: header)
  }

  var room: Int { bytes.count - end }

  /// Calls `fill` with room for whole frames. Both functions return the number of samples written.
  mutating func append(channels: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int) -> Int {
    let places = end..<bytes.count - room % (channels * MemoryLayout<Float>.stride)
    let filled = bytes.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[places]).withMemoryRebound(to: Float.self) { floats in
        min(max(0, fill(floats)), floats.count)
      }
    }
    end += filled * MemoryLayout<Float>.stride
    return filled
  }

  mutating func clear() {
    begin = 0
    end = 0
  }

  /// Returns an errno, or `nil` on success.
  func write(to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var done = begin
      while done < end {
        let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, end - done)
        if written < 0, errno == EINTR { continue }
        // A write of 0 bytes means that no more bytes fit.
        guard written > 0 else { return written < 0 ? errno : ENOSPC }
        done += written
      }
      return nil
    }
  }
}

/// Reused storage for samples that are on their way to a file.
struct SampleBuffer {
  private var samples: [Float] = []

  /// Lets `fill` write up to `count` samples, then passes the written ones to `write`.
  mutating func pass(
    _ count: Int, from fill: (UnsafeMutableBufferPointer<Float>) -> Int,
    to write: (UnsafeBufferPointer<Float>) throws(FileError) -> Void
  ) throws(FileError) {
    if samples.count < count { samples = [Float](repeating: 0, count: count) }
    let filled = samples.withUnsafeMutableBufferPointer { fill($0) }
    try samples.withUnsafeBufferPointer { (all) throws(FileError) in
      try write(UnsafeBufferPointer(rebasing: all.prefix(max(0, filled))))
    }
  }
}
