import ThrumDevice
import ThrumPattern

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
