/// Owns the memory of a ``Schedule``. Off the render path: the engine keeps it until the renderer has given the
/// player's slot back.
public final class ScheduleMemory {
  private let eventMemory: UnsafeMutablePointer<ScheduledEvent>
  private let pieceMemory: UnsafeMutablePointer<ControlPiece>
  private let header: UnsafeMutablePointer<Schedule>
  private let sounds: [SoundMemory]

  /// Copies and sorts what a pattern compiles to. `duration` in pattern frames. `sounds` are kept alive.
  public init(
    events: [ScheduledEvent], pieces: [ControlPiece], duration: Double, sounds: [SoundMemory] = []
  ) {
    self.sounds = sounds
    eventMemory = .allocate(capacity: max(1, events.count))
    pieceMemory = .allocate(capacity: max(1, pieces.count))
    header = .allocate(capacity: 1)
    ScheduleMemory.fill(eventMemory, with: events) { $0.start }
    ScheduleMemory.fill(pieceMemory, with: pieces) { $0.start }
    header.initialize(
      to: Schedule(
        events: UnsafePointer(eventMemory), eventCount: events.count,
        pieces: UnsafePointer(pieceMemory), pieceCount: pieces.count,
        touchedLanes: pieces.reduce(0) { $0 | 1 << UInt16($1.lane.index) },
        hasAudio: events.contains { $0.kind == .tone || $0.kind == .sound }, duration: duration,
        reach: events.reduce(duration) { $1.length == $1.length ? max($0, $1.start + $1.length) : $0 }))
  }

  /// Copies elements in the order of their starts; equal starts keep their order.
  private static func fill<Element>(
    _ memory: UnsafeMutablePointer<Element>, with elements: [Element], by start: (Element) -> Double
  ) {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { start($0) <= start($1) }
    let sorted = isSorted ? elements : elements.sorted { start($0) < start($1) }
    for (index, element) in sorted.enumerated() { (memory + index).initialize(to: element) }
  }

  deinit {
    eventMemory.deallocate()
    pieceMemory.deallocate()
    header.deallocate()
  }

  /// The schedule; valid while `self` lives.
  public var schedule: UnsafePointer<Schedule> { UnsafePointer(header) }
}

/// Owns the frames of a sound at the renderer's sample rate.
public final class SoundMemory {
  private let memory: UnsafeMutablePointer<Float>
  /// 1 or 2.
  public let channels: Int
  /// How many frames.
  public let frames: FrameCount

  /// Copies interleaved samples. More than two channels are not supported: give the first two. What a file of floats
  /// may hold that is no number becomes silence; 60 dB above full scale is the limit.
  public init(interleaved: [Float], channels: Int) {
    self.channels = max(1, min(2, channels))
    frames = interleaved.count / self.channels
    memory = .allocate(capacity: max(1, interleaved.count))
    for (index, sample) in interleaved.enumerated() {
      (memory + index).initialize(to: sample.isFinite ? max(-1_000, min(1_000, sample)) : 0)
    }
  }

  deinit { memory.deallocate() }

  /// The frames; valid while `self` lives.
  public var sound: Sound { Sound(samples: UnsafePointer(memory), channels: channels, frames: frames) }
}
