/// The two ends of a queue from one thread to one other: fixed capacity, single producer, single consumer, first in first out.
/// Neither end can be copied, so a thread that was given one cannot use the other, and no two threads have the same.
///
/// - Thread: made on the engine's executor; each end has its own.
package struct Ring<Element: BitwiseCopyable>: ~Copyable {
  /// The end that elements are put in at.
  package let producer: RingProducer<Element>
  /// The end that they are taken out at; frees both.
  package let consumer: RingConsumer<Element>

  /// Allocates room for at least `capacity` elements (the next power of two).
  package init(capacity: Int) {
    let indices = RingIndices(capacity: capacity)
    let slots = UnsafeMutablePointer<Element>.allocate(capacity: indices.capacity)
    producer = RingProducer(indices: indices, slots: slots)
    consumer = RingConsumer(indices: indices, slots: slots)
  }
}

/// The end of a ring that elements are put in at.
///
/// - Thread: one only.
package struct RingProducer<Element: BitwiseCopyable>: ~Copyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Element>

  /// Elements that fit.
  package var capacity: Int { indices.capacity }

  /// Puts an element in; `false` when the ring is full.
  @inline(__always)
  fileprivate func put(_ element: Element) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    (slots + slot).initialize(to: element)
    indices.didWrite()
    return true
  }

  /// Puts all of several elements in, or none of them; `false` when they do not fit.
  ///
  /// One releasing store hands them over, so the consumer never sees a part of them.
  package func push(contentsOf elements: [Element]) -> Bool {
    guard indices.hasRoom(for: elements.count) else { return false }
    for (place, element) in elements.enumerated() {
      (slots + indices.slotToWrite(after: place)).initialize(to: element)
    }
    indices.didWrite(elements.count)
    return true
  }
}

/// The end of a ring that elements are taken out at.
///
/// - Thread: one only.
package struct RingConsumer<Element: BitwiseCopyable>: ~Copyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Element>

  /// Elements that fit.
  package var capacity: Int { indices.capacity }

  /// Takes the oldest element out; `nil` when there is none.
  @inline(__always)
  fileprivate func take() -> Element? {
    let slot = indices.slotToRead()
    guard slot >= 0 else { return nil }
    let element = slots[slot]
    indices.didRead()
    return element
  }

  /// Frees the memory of both ends. Neither may be used afterwards.
  package func deallocate() {
    indices.deallocate()
    slots.deallocate()
  }
}

// The compiler checks what is marked `@_noLocks` only where it knows the types: these are the rings that there are.

extension RingProducer where Element == Command {
  /// Whether the renderer has not taken all commands yet.
  ///
  /// - Real-time: yes.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Puts a command in; `false` when the ring is full.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func push(_ command: Command) -> Bool { put(command) }
}

extension RingConsumer where Element == Command {
  /// Whether there is a command to take.
  ///
  /// - Real-time: yes.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Takes the oldest command out; `nil` when there is none.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func pop() -> Command? { take() }
}

extension RingProducer where Element == Notice {
  /// Puts a notice in; `false` when the ring is full.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func push(_ notice: Notice) -> Bool { put(notice) }
}

extension RingConsumer where Element == Notice {
  /// Whether there is a notice to take.
  ///
  /// - Real-time: yes.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Takes the oldest notice out; `nil` when there is none.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func pop() -> Notice? { take() }
}
