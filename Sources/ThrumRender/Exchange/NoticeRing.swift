/// Facts from the renderer to the engine. Fixed capacity, single producer, single consumer.
///
/// Full: ``push(_:)`` answers `false` and nothing is lost that was in. Empty: ``pop()`` answers `nil`. The value is a
/// handle; whoever made it calls ``deallocate()`` when both threads have let go of it.
public struct NoticeRing: BitwiseCopyable {
  private let indices: RingIndices
  private let slots: UnsafeMutablePointer<Notice>

  /// Allocates a ring for at least `capacity` notices (the next power of two).
  public init(capacity: Int) {
    indices = RingIndices(capacity: capacity)
    slots = .allocate(capacity: indices.capacity)
    slots.initialize(repeating: Notice.filler, count: indices.capacity)
  }

  /// Frees the memory. Neither side may use the ring afterwards.
  public func deallocate() {
    indices.deallocate()
    slots.deallocate()
  }

  /// Notices that fit.
  public var capacity: Int { indices.capacity }

  /// Puts a notice in, or answers `false` when the ring is full.
  ///
  /// - Thread: the render thread only.
  /// - Real-time: yes.
  @_noLocks
  public func push(_ notice: Notice) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    slots[slot] = notice
    indices.didWrite()
    return true
  }

  /// Takes the oldest notice out, or answers `nil` when there is none.
  ///
  /// - Thread: the engine's only.
  /// - Real-time: yes.
  @_noLocks
  public func pop() -> Notice? {
    let slot = indices.slotToRead()
    guard slot >= 0 else { return nil }
    let notice = slots[slot]
    indices.didRead()
    return notice
  }

  /// Whether there is something to take.
  ///
  /// - Thread: either.
  /// - Real-time: yes.
  public var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }
}
