import ThrumDevice

enum EnvelopeStage: BitwiseCopyable {
  case attack
  case hold
  case decay
  case release
  case cycle, firstBrake, secondBrake
  case ended
}

extension EnvelopeStage {
  @_noLocks
  static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
