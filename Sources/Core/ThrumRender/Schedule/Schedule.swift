import ThrumDevice
import ThrumPattern

// What the render thread reads.
//
// A `Pattern` has seconds, strings and optional values. `ScheduleCompiler` (ThrumEngine) clamps its values, fills in
// defaults, turns seconds into frames of one sample rate, sorts, and resolves overlapping curves and parameters into
// segments that follow each other. What remains are two flat arrays. A player walks through each with one index, and
// searches only after a seek or at the end of a loop.
//
// Times stay `Double`, because at other rates than 1 events need not fall on whole frames. An event that ends by
// itself, such as a tap, has the length NaN.
//
// Ownership: `ScheduleMemory` allocates and frees, on the engine's executor. The renderer gets a pointer with the
// command `install` and never frees it. `RendererMemory` keeps the memory until the notice `playerReleased` has arrived
// or the device has closed; sounds are kept with the schedule that uses them.
//
// What must never happen: a change after `install`; a class reference or an array in these types (`BitwiseCopyable`); a
// schedule compiled for another sample rate, which is why `PCMLoop` reopens a device only at its first rate.
//
// Proof: `InterposerTests` (no allocation), `SlotTests` and `DroppedEngineTests` (lifetime), `ControlTests` (resolved
// controls).

/// A pattern compiled for a sample rate: flat, sorted, immutable, in memory owned by ``ScheduleMemory``.
///
/// Times are in pattern frames, which advance at the player's rate.
package struct Schedule: BitwiseCopyable {
  /// Sorted by start. Events with equal starts keep the pattern's order.
  package let events: UnsafePointer<ScheduledEvent>
  package let eventCount: Int
  /// Sorted by start.
  package let segments: UnsafePointer<ControlSegment>
  package let segmentCount: Int
  /// Controls with segments, as a bit mask.
  package let touchedControls: UInt16
  package let hasAudio: Bool
  /// Duration of the pattern. An endless event counts as ending at its start.
  package let duration: Double
  /// Latest end of the pattern or of an event, excluding tails. Infinite if an event is endless.
  package let reach: Double
  /// Like ``reach``, but ignores controls.
  package let lastSound: Double
}

package struct ScheduledEvent: BitwiseCopyable {
  package enum Kind: BitwiseCopyable, Sendable {
    case transient, continuous, tone, sound
  }

  /// In pattern frames.
  package var start: Double
  /// Frames until the release; infinite if only a stop ends the event, NaN if it ends by itself.
  package var length: Double
  package var kind: Kind
  package var isSustained = true
  package var usesEnvelope = true
  package var loops = false
  package var intensity: Float = 0
  package var sharpness: Float = 0
  /// Normalised times of the envelope, 0…1.
  package var attack: Float = 0
  package var decay: Float = 0
  package var release: Float = 0
  /// 0…1.
  package var volume: Float = 1
  /// −1…1, in octaves.
  package var pitch: Float = 0
  /// −1 (left) … 1 (right).
  package var pan: Float = 0
  /// 0…1, where 1 keeps all high frequencies.
  package var brightness: Float = 1
  /// Index among the pattern's entries.
  package var index: Int32 = 0
  /// `nil` means silence.
  package var sound: Sound?

  package init(kind: Kind, start: Double, length: Double) {
    self.kind = kind
    self.start = start
    self.length = length
  }
}

package struct ControlSegment: BitwiseCopyable, Sendable {
  /// In pattern frames.
  package var start: Double
  /// In pattern frames. Equal to the start for a jump.
  package var end: Double
  /// NaN means the current value.
  package var from: Float
  package var to: Float
  package var control: DynamicParameterID

  package init(control: DynamicParameterID, start: Double, end: Double, from: Float, to: Float) {
    self.control = control
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}

extension ScheduledEvent.Kind {
  @_noLocks
  package static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}

extension DynamicParameterID {
  package init?(index: Int) {
    guard let id = DynamicParameterID.allCases.first(where: { $0.index == index }) else { return nil }
    self = id
  }

  /// Index in a player's memory, 0…11.
  package var index: Int {
    @_noLocks get {
      switch self {
      case .hapticIntensityControl: 0
      case .hapticSharpnessControl: 1
      case .hapticAttackTimeControl: 2
      case .hapticDecayTimeControl: 3
      case .hapticReleaseTimeControl: 4
      case .audioVolumeControl: 5
      case .audioPitchControl: 6
      case .audioPanControl: 7
      case .audioBrightnessControl: 8
      case .audioAttackTimeControl: 9
      case .audioDecayTimeControl: 10
      case .audioReleaseTimeControl: 11
      }
    }
  }
}

/// Owns the memory of a ``Schedule`` until the renderer has released the player's slot.
///
/// - Thread: the engine's executor; the render thread reads the memory.
package final class ScheduleMemory {
  private let eventMemory: UnsafeMutablePointer<ScheduledEvent>
  private let segmentMemory: UnsafeMutablePointer<ControlSegment>
  private let header: UnsafeMutablePointer<Schedule>
  private let sounds: [SoundMemory]

  /// Retains `sounds`. `duration` is in pattern frames.
  package init(
    events: [ScheduledEvent], segments: [ControlSegment], duration: Double, sounds: [SoundMemory] = []
  ) {
    self.sounds = sounds
    eventMemory = .allocate(capacity: max(1, events.count))
    segmentMemory = .allocate(capacity: max(1, segments.count))
    header = .allocate(capacity: 1)
    ScheduleMemory.fill(eventMemory, with: events) { $0.start }
    ScheduleMemory.fill(segmentMemory, with: segments) { $0.start }
    header.initialize(
      to: Schedule(
        events: UnsafePointer(eventMemory), eventCount: events.count,
        segments: UnsafePointer(segmentMemory), segmentCount: segments.count,
        touchedControls: segments.reduce(0) { $0 | 1 << UInt16($1.control.index) },
        hasAudio: events.contains { $0.kind == .tone || $0.kind == .sound }, duration: duration,
        reach: ScheduleMemory.lastFrame(of: events, atLeast: duration), lastSound: ScheduleMemory.lastFrame(of: events))
    )
  }

  /// Returns the latest end of an event, in frames. For an event that ends by itself, only the start counts.
  private static func lastFrame(of events: [ScheduledEvent], atLeast frame: Double = 0) -> Double {
    events.reduce(frame) { max($0, $1.length.isNaN ? $1.start : $1.start + $1.length) }
  }

  /// Copies elements, sorted by start. Elements with equal starts keep their order.
  private static func fill<Element>(
    _ memory: UnsafeMutablePointer<Element>, with elements: [Element], by start: (Element) -> Double
  ) {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { start($0) <= start($1) }
    let sorted = isSorted ? elements : elements.sorted { start($0) < start($1) }
    for (index, element) in sorted.enumerated() { (memory + index).initialize(to: element) }
  }

  deinit {
    eventMemory.deallocate()
    segmentMemory.deallocate()
    header.deallocate()
  }

  package var schedule: UnsafePointer<Schedule> { UnsafePointer(header) }
}
