import ThrumDevice

/// A place in a sound, or a distance: frames of the sound in units of 2⁻³², so that many small steps lead to the very place that
/// one large step leads to.
struct SoundPosition: BitwiseCopyable {
  /// Frames times 2³².
  var units: Int64

  /// The first place that is not before a number of frames; below 0 the first, and at most 2³⁰. Rounded up, a sound that fills
  /// whole frames of the renderer ends with them.
  @_noLocks
  init(frames: Double) {
    let exact = (frames > 0 ? (frames < 1_073_741_824 ? frames : 1_073_741_824) : 0) * 4_294_967_296
    let whole = Int64(exact)
    units = Double(whole) < exact ? whole + 1 : whole
  }

  @_noLocks @inline(__always)
  init(units: Int64) { self.units = units }

  /// The frame before the place, or at it.
  var frame: Int { @_noLocks @inline(__always) get { Int(units >> 32) } }

  /// How far the place is from there to the next frame, 0..<1.
  var fraction: Double {
    @_noLocks @inline(__always) get { Double(units & 0xFFFF_FFFF) * 2.328_306_436_538_696_3e-10 }
  }
}

/// How fast a sound passes over a few frames: its frames per frame at the start, and their change per frame.
struct SoundSpeed: BitwiseCopyable {
  var increment: SoundPosition
  var step: Int64

  /// From one speed to another, in frames of the sound per frame.
  @_noLocks
  init(from begin: Double, to end: Double, frames: Int) {
    increment = SoundPosition(frames: begin)
    step = begin == end ? 0 : (SoundPosition(frames: end).units - increment.units) / Int64(frames)
  }

  /// How far a number of frames go.
  @_noLocks @inline(__always)
  func distance(of frames: Int) -> Int64 {
    let n = Int64(frames)
    return n &* increment.units &+ step &* (n &* (n &- 1) / 2)
  }
}
