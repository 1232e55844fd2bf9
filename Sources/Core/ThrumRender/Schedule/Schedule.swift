import ThrumDevice
import ThrumPattern

/// A pattern compiled for a sample rate: flat, sorted, immutable. Times are in pattern frames, which advance at the
/// player's rate. A view of memory owned by ``ScheduleMemory``.
package struct Schedule: BitwiseCopyable {
  /// Events sorted by start; ties keep the pattern's order.
  package let events: UnsafePointer<ScheduledEvent>
  package let eventCount: Int
  /// Segments of control paths sorted by start.
  package let segments: UnsafePointer<ControlSegment>
  package let segmentCount: Int
  /// Controls with segments, as bits.
  package let touchedControls: UInt16
  package let hasAudio: Bool
  /// Length of the pattern in frames; an endless event counts as ending at its start.
  package let duration: Double
  /// Latest frame at which an event can sound, without tails; infinite if an event is endless.
  package let reach: Double
  /// Latest end of an event, without tails or later controls; infinite if an event is endless.
  package let lastSound: Double
}

/// An event with clamped values and defaults.
package struct ScheduledEvent: BitwiseCopyable {
  package enum Kind: BitwiseCopyable, Sendable {
    case transient, continuous, tone, sound
  }

  /// Start in pattern frames.
  package var start: Double
  /// Frames until the release; infinite if only a stop ends the event, NaN if it ends by itself.
  package var length: Double
  package var kind: Kind
  /// Whether the event holds its level until it ends, instead of decaying.
  package var isSustained = true
  package var usesEnvelope = true
  package var loops = false
  package var intensity: Float = 0
  package var sharpness: Float = 0
  /// Normalised times of the envelope, 0…1.
  package var attack: Float = 0
  package var decay: Float = 0
  package var release: Float = 0
  /// Volume of an audio event, 0…1.
  package var volume: Float = 1
  /// −1…1, in octaves.
  package var pitch: Float = 0
  /// −1 (left) … 1 (right).
  package var pan: Float = 0
  /// 0…1; 1 keeps all high frequencies.
  package var brightness: Float = 1
  /// Index among the pattern's entries, for notices.
  package var index: Int32 = 0
  /// The sound; `nil` if missing, which means silence.
  package var sound: Sound?

  package init(kind: Kind, start: Double, length: Double) {
    self.kind = kind
    self.start = start
    self.length = length
  }
}

package struct ControlSegment: BitwiseCopyable, Sendable {
  /// Start in pattern frames.
  package var start: Double
  /// End in pattern frames; equal to the start for a jump.
  package var end: Double
  /// Value at the start; NaN means the current value.
  package var from: Float
  /// Value at the end and afterwards.
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
  /// Written out because the render path may not call a derived `==`.
  @_noLocks
  package static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
