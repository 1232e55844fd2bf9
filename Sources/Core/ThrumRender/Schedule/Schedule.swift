import ThrumDevice
import ThrumPattern

/// A pattern compiled for a sample rate: flat, sorted, immutable, times in frames of the pattern, which pass at the
/// player's rate. A view of memory that ``ScheduleMemory`` owns.
///
/// - Thread: made off the render thread, read on it.
package struct Schedule: BitwiseCopyable {
  /// Events by rising start; of equal starts, in the pattern's order.
  package let events: UnsafePointer<ScheduledEvent>
  /// How many.
  package let eventCount: Int
  /// Pieces of the controls' paths by rising start.
  package let segments: UnsafePointer<ControlSegment>
  /// How many.
  package let segmentCount: Int
  /// Which lanes the segments touch, a bit each.
  package let touchedControls: UInt16
  /// Whether any event is a tone or a sound.
  package let hasAudio: Bool
  /// Length of the pattern, frames; an endless event counts with its begin.
  package let duration: Double
  /// The last frame at which an event can sound, tails aside; infinite with an endless event.
  package let reach: Double
  /// The last frame of an event, tails aside, whatever controls lie behind it; infinite with an endless event.
  package let lastSound: Double
}

/// One event, its values clamped and its defaults filled in.
///
/// - Thread: made off the render thread, read on it.
package struct ScheduledEvent: BitwiseCopyable {
  /// The four kinds of event.
  package enum Kind: BitwiseCopyable, Sendable {
    case transient, continuous, tone, sound
  }

  /// Start, pattern frames.
  package var start: Double
  /// Frames until the release; infinite when only a stop ends the event, NaN when it ends on its own.
  package var length: Double
  /// Which kind.
  package var kind: Kind
  /// Whether the event holds until its end, or decays at once.
  package var isSustained = true
  /// Whether the envelope shapes a sound.
  package var usesEnvelope = true
  /// Whether a sound repeats.
  package var loops = false
  /// Strength of a haptic event, 0…1.
  package var intensity: Float = 0
  /// Sharpness of a haptic event, 0…1.
  package var sharpness: Float = 0
  /// Normalised times of the envelope, 0…1.
  package var attack: Float = 0
  /// Normalised, 0…1.
  package var decay: Float = 0
  /// Normalised, 0…1.
  package var release: Float = 0
  /// Gain of an audio event, 0…1.
  package var volume: Float = 1
  /// −1…1.
  package var pitch: Float = 0
  /// −1 left … 1 right.
  package var pan: Float = 0
  /// 0…1; 1 keeps all high frequencies.
  package var brightness: Float = 1
  /// Position in the pattern's entries, for traces.
  package var index: Int32 = 0
  /// The frames of a sound; `nil` when it is missing, which is silence.
  package var sound: Sound?

  /// Makes an event.
  package init(kind: Kind, start: Double, length: Double) {
    self.kind = kind
    self.start = start
    self.length = length
  }
}

/// A straight segment of a control's path.
///
/// - Thread: made off the render thread, read on it.
package struct ControlSegment: BitwiseCopyable, Sendable {
  /// Where the segment begins, pattern frames.
  package var start: Double
  /// Where it ends; equal to the start for a jump.
  package var end: Double
  /// Value at the start; NaN means whatever the control has then.
  package var from: Float
  /// Value at the end, and from then on.
  package var to: Float
  /// Which control.
  package var control: DynamicParameterID

  /// Makes a segment.
  package init(control: DynamicParameterID, start: Double, end: Double, from: Float, to: Float) {
    self.control = control
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}

extension ScheduledEvent.Kind {
  /// Written out because a derived `==` may not be called on the render path.
  @_noLocks
  package static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
