import ThrumDevice
import ThrumPattern

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

extension ScheduledEvent.Kind {
  @_noLocks
  package static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
