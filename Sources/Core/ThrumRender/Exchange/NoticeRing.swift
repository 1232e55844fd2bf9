import ThrumDevice

/// Notices from the renderer to the engine. Fixed capacity, single producer, single consumer: each end has a handle of its own.
///
/// - Thread: made on the engine's executor; each end has its own.
package struct NoticeRing: BitwiseCopyable {
  /// The end of the thread that renders.
  package let producer: NoticeProducer
  /// The engine's end.
  package let consumer: NoticeConsumer

  /// Allocates a ring for at least `capacity` notices (the next power of two).
  package init(capacity: Int) {
    let indices = RingIndices(capacity: capacity)
    let slots = UnsafeMutablePointer<Notice>.allocate(capacity: indices.capacity)
    slots.initialize(repeating: Notice.filler, count: indices.capacity)
    producer = NoticeProducer(indices: indices, slots: slots)
    consumer = NoticeConsumer(indices: indices, slots: slots)
  }

  /// Frees the memory. Neither end may be used afterwards.
  package func deallocate() {
    producer.indices.deallocate()
    producer.slots.deallocate()
  }
}

/// The end that notices are put in at.
///
/// - Thread: the one that holds the render lease only.
package struct NoticeProducer: BitwiseCopyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Notice>

  /// Whether the engine has not taken all of them yet.
  ///
  /// - Real-time: yes.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Puts a notice in; `false` when the ring is full.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func push(_ notice: Notice) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    slots[slot] = notice
    indices.didWrite()
    return true
  }
}

/// The end that notices are taken out at.
///
/// - Thread: the engine's only.
package struct NoticeConsumer: BitwiseCopyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Notice>

  /// Notices that fit.
  package var capacity: Int { indices.capacity }

  /// Whether there is something to take.
  ///
  /// - Real-time: yes.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Takes the oldest notice out; `nil` when there is none.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func pop() -> Notice? {
    let slot = indices.slotToRead()
    guard slot >= 0 else { return nil }
    let notice = slots[slot]
    indices.didRead()
    return notice
  }
}
