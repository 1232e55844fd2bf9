import ThrumDevice

/// A position or distance in a sound, in units of 2⁻³² frames. Many small steps add up exactly to one large step.
struct SoundPosition: BitwiseCopyable {
  var units: Int64

  /// Creates the first position at or after a number of frames, limited to 0…2³⁰. Since it is rounded up, a sound of n
  /// rendered frames ends after exactly n.
  @_noLocks
  init(frames: Double) {
    let exact = (frames > 0 ? (frames < 1_073_741_824 ? frames : 1_073_741_824) : 0) * 4_294_967_296
    let whole = Int64(exact)
    units = Double(whole) < exact ? whole + 1 : whole
  }

  @_noLocks @inline(__always)
  init(units: Int64) { self.units = units }

  var frame: Int { @_noLocks @inline(__always) get { Int(units >> 32) } }

  /// 0..<1.
  var fraction: Double {
    @_noLocks @inline(__always) get { Double(units & 0xFFFF_FFFF) * 2.328_306_436_538_696_3e-10 }
  }
}

/// Frames of a sound per rendered frame, and their change per frame.
struct SoundSpeed: BitwiseCopyable {
  var increment: SoundPosition
  var step: Int64

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
