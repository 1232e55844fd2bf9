/// Orders from the engine to the renderer. Fixed capacity, single producer, single consumer.
///
/// Full: ``push(_:)`` answers `false` and nothing is lost that was in. Empty: ``pop()`` answers `nil`. The value is a
/// handle; whoever made it calls ``deallocate()`` when both threads have let go of it.
public struct CommandRing: BitwiseCopyable {
  private let indices: RingIndices
  private let slots: UnsafeMutablePointer<Command>

  /// Allocates a ring for at least `capacity` commands (the next power of two).
  public init(capacity: Int) {
    indices = RingIndices(capacity: capacity)
    slots = .allocate(capacity: indices.capacity)
    slots.initialize(repeating: Command.filler, count: indices.capacity)
  }

  /// Frees the memory. Neither side may use the ring afterwards.
  public func deallocate() {
    indices.deallocate()
    slots.deallocate()
  }

  /// Commands that fit.
  public var capacity: Int { indices.capacity }

  /// Puts a command in, or answers `false` when the ring is full.
  ///
  /// - Thread: the engine's only.
  /// - Real-time: yes.
  @_noLocks
  public func push(_ command: Command) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    slots[slot] = command
    indices.didWrite()
    return true
  }

  /// Puts all of several commands in, or none of them and answers `false` when they do not fit.
  ///
  /// One releasing store hands them over, so the renderer never sees a part of them: those for at once act in the
  /// same frame.
  ///
  /// - Thread: the engine's only.
  /// - Real-time: yes.
  @_noLocks
  public func push(contentsOf commands: UnsafeBufferPointer<Command>) -> Bool {
    guard commands.count > 0, let first = commands.baseAddress else { return true }
    guard indices.hasRoom(for: commands.count) else { return false }
    for place in 0..<commands.count { slots[indices.slotToWrite(after: place)] = first[place] }
    indices.didWrite(commands.count)
    return true
  }

  /// The same for an array.
  ///
  /// - Thread: the engine's only.
  public func push(contentsOf commands: [Command]) -> Bool {
    commands.withUnsafeBufferPointer { push(contentsOf: $0) }
  }

  /// Whether there is something to take.
  ///
  /// - Thread: either.
  /// - Real-time: yes.
  public var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Takes the oldest command out, or answers `nil` when there is none.
  ///
  /// - Thread: the render thread only.
  /// - Real-time: yes.
  @_noLocks
  public func pop() -> Command? {
    let slot = indices.slotToRead()
    guard slot >= 0 else { return nil }
    let command = slots[slot]
    indices.didRead()
    return command
  }
}
