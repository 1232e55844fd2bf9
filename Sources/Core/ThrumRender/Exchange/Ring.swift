import Synchronization
import ThrumDevice

// How the engine and the render thread talk.
//
// There are two rings for each renderer: commands from the engine's executor to the render thread, and notices the
// other way. A ring is an array of slots and two counters. Only the producer writes `tail`, and only the consumer
// writes `head`; each reads the other's counter to see how much room or content there is. The counters never wrap, so
// full and empty need no flag, and the slot is the counter's lowest bits.
//
// What happens at the limits: a full ring rejects the element, and nobody waits. A batch of commands is taken whole or
// not at all, so that a player never starts without its settings; the caller then gets `resourceNotAvailable`. The
// renderer keeps essential notices, such as a player's end, until there is room, and counts the others as lost. Stops,
// cancels and mutes use no ring but `RendererControls`, so they cannot be refused.
//
// What must never happen: a second thread at one end (the ends cannot be copied); a reference or a class in an element
// (`BitwiseCopyable`); a store of a counter before the slot is written, which the release and acquire orders prevent; a
// counter on the other side's cache line. The renderer frees both rings, once both threads have ended.
//
// Proof: `RingTests`, also with ThreadSanitizer; `ThreadTests` with two threads. Decision 0009.

/// A first-in, first-out queue of fixed capacity with a single producer and a single consumer.
///
/// Its ends cannot be copied, so no two threads can hold the same end.
///
/// - Thread: created on the engine's executor; each end has its own thread.
package struct Ring<Element: BitwiseCopyable>: ~Copyable {
  package let producer: RingProducer<Element>
  package let consumer: RingConsumer<Element>

  /// Rounds the capacity up to a power of two.
  package init(capacity: Int) {
    let indices = RingIndices(capacity: capacity)
    let slots = UnsafeMutablePointer<Element>.allocate(capacity: indices.capacity)
    producer = RingProducer(indices: indices, slots: slots)
    consumer = RingConsumer(indices: indices, slots: slots)
  }
}

/// - Thread: only one.
package struct RingConsumer<Element: BitwiseCopyable>: ~Copyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Element>

  package var capacity: Int { indices.capacity }

  @inline(__always)
  fileprivate func take() -> Element? {
    let slot = indices.slotToRead()
    guard slot >= 0 else { return nil }
    let element = slots[slot]
    indices.didRead()
    return element
  }

  package func deallocate() {
    indices.deallocate()
    slots.deallocate()
  }
}

// The compiler checks `@_noLocks` only for concrete types, hence one extension per ring.

extension RingConsumer where Element == Command {
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  @_noLocks
  package func pop() -> Command? { take() }
}

extension RingConsumer where Element == Notice {
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  @_noLocks
  package func pop() -> Notice? { take() }
}

/// Indices of a ring with a single producer and a single consumer; ``Ring`` provides the slots.
///
/// Neither side waits or allocates. Indices increase without wrapping. A slot belongs to the producer while `tail −
/// head` is less than the capacity, and to the consumer while `head ≠ tail`. The producer's releasing store of `tail`
/// pairs with the consumer's acquiring load, and vice versa for `head`.
///
/// - Thread: the producer's or the consumer's; see each function.
struct RingIndices: BitwiseCopyable {
  private let mask: UInt64
  /// Each index occupies two cache lines.
  private let head: UnsafeMutablePointer<Atomic<UInt64>>
  private let tail: UnsafeMutablePointer<Atomic<UInt64>>

  init(capacity: Int) {
    var size = 2
    while size < capacity { size *= 2 }
    mask = UInt64(size - 1)
    head = RingIndices.makeIndex()
    tail = RingIndices.makeIndex()
  }

  private static func makeIndex() -> UnsafeMutablePointer<Atomic<UInt64>> {
    let line = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
    let index = line.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    index.initialize(to: Atomic(0))
    return index
  }

  func deallocate() {
    head.deallocate()
    tail.deallocate()
  }

  var capacity: Int { @_noLocks get { Int(mask) + 1 } }

  /// Returns −1 if the ring is full. Producer only.
  @_noLocks
  func slotToWrite() -> Int {
    let end = tail.pointee.load(ordering: .relaxed)
    guard end &- head.pointee.load(ordering: .acquiring) <= mask else { return -1 }
    return Int(end & mask)
  }

  /// Producer only.
  @_noLocks
  func didWrite() {
    tail.pointee.store(tail.pointee.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  /// Whether `count` elements fit. Producer only. The consumer can only add room.
  @_noLocks
  func hasRoom(for count: Int) -> Bool {
    let used = tail.pointee.load(ordering: .relaxed) &- head.pointee.load(ordering: .acquiring)
    return count <= capacity - Int(used)
  }

  /// Returns the slot that is `places` past the next one. Producer only, after ``hasRoom(for:)``.
  @_noLocks
  func slotToWrite(after places: Int) -> Int {
    Int((tail.pointee.load(ordering: .relaxed) &+ UInt64(places)) & mask)
  }

  /// Producer only.
  @_noLocks
  func didWrite(_ count: Int) {
    tail.pointee.store(tail.pointee.load(ordering: .relaxed) &+ UInt64(count), ordering: .releasing)
  }

  /// Returns −1 if the ring is empty. Consumer only.
  @_noLocks
  func slotToRead() -> Int {
    let start = head.pointee.load(ordering: .relaxed)
    guard start != tail.pointee.load(ordering: .acquiring) else { return -1 }
    return Int(start & mask)
  }

  /// Consumer only.
  @_noLocks
  func didRead() {
    head.pointee.store(head.pointee.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }
}
