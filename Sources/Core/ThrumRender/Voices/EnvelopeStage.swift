import ThrumDevice

/// Where the envelope is.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
enum EnvelopeStage: BitwiseCopyable {
  /// Rising to full strength.
  case attack
  /// At full strength until the end of the event.
  case hold
  /// Falling to zero on its own.
  case decay
  /// Falling to zero after the end, or after a stop.
  case release
  /// A transient's cycle, then its two brake half-cycles.
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
