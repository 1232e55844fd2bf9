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
package struct RingProducer<Element: BitwiseCopyable>: ~Copyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Element>

  package var capacity: Int { indices.capacity }

  @inline(__always)
  fileprivate func put(_ element: Element) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    (slots + slot).initialize(to: element)
    indices.didWrite()
    return true
  }

  /// With a single release store, adds all elements, or none if they do not fit.
  package func push(contentsOf elements: [Element]) -> Bool {
    guard indices.hasRoom(for: elements.count) else { return false }
    for (place, element) in elements.enumerated() {
      (slots + indices.slotToWrite(after: place)).initialize(to: element)
    }
    indices.didWrite(elements.count)
    return true
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

extension RingProducer where Element == Command {
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  @_noLocks
  package func push(_ command: Command) -> Bool { put(command) }
}

extension RingConsumer where Element == Command {
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  @_noLocks
  package func pop() -> Command? { take() }
}

extension RingProducer where Element == Notice {
  @_noLocks
  package func push(_ notice: Notice) -> Bool { put(notice) }
}

extension RingConsumer where Element == Notice {
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  @_noLocks
  package func pop() -> Notice? { take() }
}
