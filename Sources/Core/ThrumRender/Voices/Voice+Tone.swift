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

extension Voice {
  /// Returns how many frames came before the sound's end.
  @_noLocks
  mutating func addSound(
    _ sound: Sound, _ lines: AudioLines, speed: SoundSpeed, openness target: Float,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) -> Int {
    let opennessStep = (target - timbre.openness) / Float(frames)
    let length = Int64(sound.frames) << 32
    var increment = speed.increment
    for frame in 0..<frames {
      if position.units >= length {
        guard loops else { return frame }
        position.units %= length
      }
      let t = Float(frame)
      timbre.openness += opennessStep
      let both = sound.sample(at: position, increment: increment, loops: loops)
      timbre.filter.0 += (both.left - timbre.filter.0) * timbre.openness
      timbre.filter.1 += (both.right - timbre.filter.1) * timbre.openness
      let amplitude = lines.amplitude.value + lines.amplitude.step * t
      left[frame] += timbre.filter.0 * amplitude * (lines.left.value + lines.left.step * t)
      right[frame] += timbre.filter.1 * amplitude * (lines.right.value + lines.right.step * t)
      position.units += increment.units
      increment.units += speed.step
    }
    timbre.openness = target
    return frames
  }

  /// The sound plays once. Returns how many frames came before its end.
  @_noLocks
  mutating func fastForwardSound(_ sound: Sound, speed: SoundSpeed, frames: Int) -> Int {
    let length = Int64(sound.frames) << 32
    // Positions only increase, so bisect for the first one at or after the end.
    var (low, high) = (0, frames)
    while low < high {
      let middle = (low + high) / 2
      if position.units + speed.distance(of: middle) < length { low = middle + 1 } else { high = middle }
    }
    position.units += speed.distance(of: low)
    return low
  }
}

extension Voice {
  /// A tap has harmonics only while it is driven.
  @_noLocks
  func addHarmonics(
    _ lines: DriveLines, _ levels: HarmonicBus.Levels, _ segment: Segment, at frame: SampleTime, count: Int,
    _ context: inout RenderContext
  ) {
    var heard = lines
    if kind == .transient {
      guard stage == .cycle || stage == .release else { return }
      heard.full = (levels.tap[sharpness], 0)
    } else {
      let control = segment.line(segment.sharpness, at: frame)
      let begin = levels.buzz[sharpness + control.value]
      let end = levels.buzz[sharpness + control.value + control.step * Float(count)]
      heard.full = (begin, (end - begin) / Float(count))
    }
    context.harmonics.begin()
    context.oscillator.addHarmonics(
      heard, to: context.harmonics.frames, offset: segment.offset + Int(frame - segment.from), frames: count)
  }
}
