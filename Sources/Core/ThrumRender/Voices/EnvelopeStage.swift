import ThrumDevice

/// A stage of the envelope.
enum EnvelopeStage: BitwiseCopyable {
  case attack
  /// Full strength until the end of the event.
  case hold
  /// Decaying by itself.
  case decay
  /// Fading after the end or a stop.
  case release
  /// A transient's cycle and its two brake half-cycles.
  case cycle, firstBrake, secondBrake
  case ended
}

extension EnvelopeStage {
  /// Written out because a derived `==` may not be called on the render path.
  @_noLocks
  static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
