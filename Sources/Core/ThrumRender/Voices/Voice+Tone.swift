import ThrumDevice

/// Parameters of an audio voice, each linear over a few frames.
struct AudioLines: BitwiseCopyable {
  var amplitude: (value: Float, step: Float)
  var left: (value: Float, step: Float)
  var right: (value: Float, step: Float)

  @_noLocks
  init(
    amplitude: (value: Float, step: Float), left: (value: Float, step: Float),
    right: (value: Float, step: Float)
  ) {
    self.amplitude = amplitude
    self.left = left
    self.right = right
  }
}

extension Voice {
  /// `from` contains the weights of the 16 partials at the start, and `step` their change per frame.
  @_noLocks
  func addTone(
    _ lines: AudioLines, from weights: SIMD16<Float>, step: SIMD16<Float>,
    increment: (value: Double, step: Double),
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) {
    var frame = 0
    while frame < frames {
      let t = countingLanes + Lanes(repeating: Float(frame))
      let slope = Lanes(repeating: Float(increment.value - 0.5 * increment.step))
      let curve = Lanes(repeating: Float(0.5 * increment.step))
      let turns = Lanes(repeating: Float(phase)) + t * (slope + t * curve)
      var sine = sineOfTurns(turns)
      let twiceCosine = 2 * sineOfTurns(turns + Lanes(repeating: 0.25))
      var sineBefore = Lanes.zero
      var sum = Lanes.zero
      for partial in 0..<Timbre.partials {
        let weight = Lanes(repeating: weights[partial]) + t * Lanes(repeating: step[partial])
        sum += weight * sine
        let following = twiceCosine * sine - sineBefore
        sineBefore = sine
        sine = following
      }
      let amplitude = Lanes(repeating: lines.amplitude.value) + t * Lanes(repeating: lines.amplitude.step)
      let isInside = countingLanes .< Lanes(repeating: Float(frames - frame))
      let y = Lanes.zero.replacing(with: sum * amplitude, where: isInside)
      let l = Lanes(repeating: lines.left.value) + t * Lanes(repeating: lines.left.step)
      let r = Lanes(repeating: lines.right.value) + t * Lanes(repeating: lines.right.step)
      store(load(left, frame) + y * l, left, frame)
      store(load(right, frame) + y * r, right, frame)
      frame += Lanes.scalarCount
    }
  }
}
