import ThrumDevice

/// Commands from the engine to the renderer. Fixed capacity, single producer, single consumer: each end has a handle of its
/// own, and a thread that was given one end cannot use the other.
///
/// - Thread: made on the engine's executor; each end has its own.
package struct CommandRing: BitwiseCopyable {
  /// The engine's end.
  package let producer: CommandProducer
  /// The render thread's end.
  package let consumer: CommandConsumer

  /// Allocates a ring for at least `capacity` commands (the next power of two).
  package init(capacity: Int) {
    let indices = RingIndices(capacity: capacity)
    let slots = UnsafeMutablePointer<Command>.allocate(capacity: indices.capacity)
    slots.initialize(repeating: Command.filler, count: indices.capacity)
    producer = CommandProducer(indices: indices, slots: slots)
    consumer = CommandConsumer(indices: indices, slots: slots)
  }

  /// Frees the memory. Neither end may be used afterwards.
  package func deallocate() {
    producer.indices.deallocate()
    producer.slots.deallocate()
  }
}

/// The end that commands are put in at.
///
/// - Thread: the engine's only.
package struct CommandProducer: BitwiseCopyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Command>

  /// Commands that fit.
  package var capacity: Int { indices.capacity }

  /// Whether the renderer has not taken all of them yet.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Puts a command in; `false` when the ring is full.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func push(_ command: Command) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    slots[slot] = command
    indices.didWrite()
    return true
  }

  /// Puts all of several commands in, or none of them; `false` when they do not fit.
  ///
  /// One releasing store hands them over, so the renderer never sees a part of them: immediate ones act in the same frame.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func push(contentsOf commands: UnsafeBufferPointer<Command>) -> Bool {
    guard commands.count > 0, let first = commands.baseAddress else { return true }
    guard indices.hasRoom(for: commands.count) else { return false }
    for place in 0..<commands.count { slots[indices.slotToWrite(after: place)] = first[place] }
    indices.didWrite(commands.count)
    return true
  }

  /// The same for an array.
  package func push(contentsOf commands: [Command]) -> Bool {
    commands.withUnsafeBufferPointer { push(contentsOf: $0) }
  }
}

/// The end that commands are taken out at.
///
/// - Thread: the render thread only.
package struct CommandConsumer: BitwiseCopyable {
  fileprivate let indices: RingIndices
  fileprivate let slots: UnsafeMutablePointer<Command>

  /// Whether there is something to take.
  ///
  /// - Real-time: yes.
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  /// Takes the oldest command out; `nil` when there is none.
  ///
  /// - Real-time: yes.
  @_noLocks
  package func pop() -> Command? {
    let slot = indices.slotToRead()
    guard slot >= 0 else { return nil }
    let command = slots[slot]
    indices.didRead()
    return command
  }
}
