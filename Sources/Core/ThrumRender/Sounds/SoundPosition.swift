import ThrumDevice

/// A position or distance in a sound, in units of 2⁻³² frames, so that many small steps add up exactly to one large
/// step.
struct SoundPosition: BitwiseCopyable {
  /// Frames times 2³².
  var units: Int64

  /// The first position at or after a number of frames, limited to 0…2³⁰. Rounds up, so that a sound that fills whole
  /// rendered frames ends with them.
  @_noLocks
  init(frames: Double) {
    let exact = (frames > 0 ? (frames < 1_073_741_824 ? frames : 1_073_741_824) : 0) * 4_294_967_296
    let whole = Int64(exact)
    units = Double(whole) < exact ? whole + 1 : whole
  }

  @_noLocks @inline(__always)
  init(units: Int64) { self.units = units }

  var frame: Int { @_noLocks @inline(__always) get { Int(units >> 32) } }

  /// Fraction between the frame and the next, 0..<1.
  var fraction: Double {
    @_noLocks @inline(__always) get { Double(units & 0xFFFF_FFFF) * 2.328_306_436_538_696_3e-10 }
  }
}

/// A sound's speed over a few frames: frames of the sound per rendered frame, and its change per frame.
struct SoundSpeed: BitwiseCopyable {
  var increment: SoundPosition
  var step: Int64

  /// Interpolates between two speeds, in frames of the sound per rendered frame.
  @_noLocks
  init(from begin: Double, to end: Double, frames: Int) {
    increment = SoundPosition(frames: begin)
    step = begin == end ? 0 : (SoundPosition(frames: end).units - increment.units) / Int64(frames)
  }

  @_noLocks @inline(__always)
  func distance(of frames: Int) -> Int64 {
    let n = Int64(frames)
    return n &* increment.units &+ step &* (n &* (n &- 1) / 2)
  }
}
