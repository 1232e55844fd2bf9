import ThrumDevice

/// A control's values at both ends of a segment.
struct Ends: BitwiseCopyable {
  private let both: SIMD2<Float>

  @_noLocks @inline(__always)
  init(_ begin: Float, _ end: Float) { both = SIMD2(begin, end) }

  @_noLocks @inline(__always)
  init(_ value: Float) { both = SIMD2(repeating: value) }

  var begin: Float { @_noLocks @inline(__always) get { both.x } }
  var end: Float { @_noLocks @inline(__always) get { both.y } }
}
