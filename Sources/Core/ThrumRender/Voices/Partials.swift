/// The sum of sines at whole multiples of a frequency, each from the two before it: sin (n + 1)x = 2 cos x sin nx −
/// sin (n − 1)x.
///
/// The partials are written out, since a vector that is read at a variable place goes through memory each time.
struct Partials {
  private(set) var sum = SIMD16<Float>(repeating: 0)
  private var sine: SIMD16<Float>
  private var sineBefore = SIMD16<Float>(repeating: 0)
  private let twiceCosine: SIMD16<Float>

  @_noLocks @inline(__always)
  init(sine: SIMD16<Float>, twiceCosine: SIMD16<Float>) { (self.sine, self.twiceCosine) = (sine, twiceCosine) }

  @_noLocks @inline(__always)
  private mutating func next(_ weight: SIMD16<Float>) {
    sum += weight * sine
    let following = twiceCosine * sine - sineBefore
    sineBefore = sine
    sine = following
  }

  @_noLocks @inline(__always)
  mutating func add(_ weights: SIMD16<Float>) {
    next(SIMD16(repeating: weights[0]))
    next(SIMD16(repeating: weights[1]))
    next(SIMD16(repeating: weights[2]))
    next(SIMD16(repeating: weights[3]))
    next(SIMD16(repeating: weights[4]))
    next(SIMD16(repeating: weights[5]))
    next(SIMD16(repeating: weights[6]))
    next(SIMD16(repeating: weights[7]))
    next(SIMD16(repeating: weights[8]))
    next(SIMD16(repeating: weights[9]))
    next(SIMD16(repeating: weights[10]))
    next(SIMD16(repeating: weights[11]))
    next(SIMD16(repeating: weights[12]))
    next(SIMD16(repeating: weights[13]))
    next(SIMD16(repeating: weights[14]))
    next(SIMD16(repeating: weights[15]))
  }

  /// - Parameters:
  ///   - step: change of the weights per frame.
  ///   - t: frames since the weights were given.
  @_noLocks @inline(__always)
  mutating func add(_ weights: SIMD16<Float>, _ step: SIMD16<Float>, at t: SIMD16<Float>) {
    next(SIMD16(repeating: weights[0]) + t * SIMD16(repeating: step[0]))
    next(SIMD16(repeating: weights[1]) + t * SIMD16(repeating: step[1]))
    next(SIMD16(repeating: weights[2]) + t * SIMD16(repeating: step[2]))
    next(SIMD16(repeating: weights[3]) + t * SIMD16(repeating: step[3]))
    next(SIMD16(repeating: weights[4]) + t * SIMD16(repeating: step[4]))
    next(SIMD16(repeating: weights[5]) + t * SIMD16(repeating: step[5]))
    next(SIMD16(repeating: weights[6]) + t * SIMD16(repeating: step[6]))
    next(SIMD16(repeating: weights[7]) + t * SIMD16(repeating: step[7]))
    next(SIMD16(repeating: weights[8]) + t * SIMD16(repeating: step[8]))
    next(SIMD16(repeating: weights[9]) + t * SIMD16(repeating: step[9]))
    next(SIMD16(repeating: weights[10]) + t * SIMD16(repeating: step[10]))
    next(SIMD16(repeating: weights[11]) + t * SIMD16(repeating: step[11]))
    next(SIMD16(repeating: weights[12]) + t * SIMD16(repeating: step[12]))
    next(SIMD16(repeating: weights[13]) + t * SIMD16(repeating: step[13]))
    next(SIMD16(repeating: weights[14]) + t * SIMD16(repeating: step[14]))
    next(SIMD16(repeating: weights[15]) + t * SIMD16(repeating: step[15]))
  }
}
