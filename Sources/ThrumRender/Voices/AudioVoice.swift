import ThrumDevice

/// Straight lines of what an audio voice needs over a few frames.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct AudioLines: BitwiseCopyable {
  var amplitude: (value: Float, step: Float)
  var left: (value: Float, step: Float)
  var right: (value: Float, step: Float)

  /// Lines of amplitude and channel gains.
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
  /// Adds `frames` of a tone: 16 partials by the recurrence sin(n+1)φ = 2 cos φ sin nφ − sin(n−1)φ.
  ///
  /// `from` are the weights at the start, `step` their change in a frame.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
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

  /// Adds `frames` of a sound; returns how many were there before its end.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func addSound(
    _ sound: Sound, _ lines: AudioLines, speed: (value: Double, step: Double), openness target: Float,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) -> Int {
    let opennessStep = (target - timbre.openness) / Float(frames)
    let length = Double(sound.frames)
    var rate = speed.value
    for frame in 0..<frames {
      if position >= length {
        guard loops else { return frame }
        position -= length * Double(Int(position / length))
      }
      let t = Float(frame)
      timbre.openness += opennessStep
      let a = sound.interpolated(at: position, channel: 0, loops: loops)
      let b = sound.channels == 2 ? sound.interpolated(at: position, channel: 1, loops: loops) : a
      timbre.filter.0 += (a - timbre.filter.0) * timbre.openness
      timbre.filter.1 += (b - timbre.filter.1) * timbre.openness
      let amplitude = lines.amplitude.value + lines.amplitude.step * t
      left[frame] += timbre.filter.0 * amplitude * (lines.left.value + lines.left.step * t)
      right[frame] += timbre.filter.1 * amplitude * (lines.right.value + lines.right.step * t)
      position += rate
      rate += speed.step
    }
    timbre.openness = target
    return frames
  }

  /// Moves on in a sound that plays once, as ``addSound`` does, and makes nothing heard; returns how many frames were
  /// there before its end.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func fastForwardSound(_ sound: Sound, speed: (value: Double, step: Double), frames: Int) -> Int {
    let length = Double(sound.frames)
    if speed.value == 1, speed.step == 0, position < length, position == Double(Int(position)) {
      let left = Int(length - position)
      let count = left < frames ? left : frames
      position += Double(count)
      return count
    }
    var rate = speed.value
    for frame in 0..<frames {
      guard position < length else { return frame }
      position += rate
      rate += speed.step
    }
    return frames
  }
}

extension Sound {
  /// The sample at a position, by Catmull-Rom interpolation between frames; beyond the ends silence, or the loop.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func interpolated(at position: Double, channel: Int, loops: Bool) -> Float {
    let index = Int(position)
    let x = Float(position - Double(index))
    let here = sample(index, channel, loops)
    guard x != 0 else { return here }
    let before = sample(index - 1, channel, loops)
    let after = sample(index + 1, channel, loops)
    let second = sample(index + 2, channel, loops)
    let c1 = 0.5 * (after - before)
    let c2 = before - 2.5 * here + 2 * after - 0.5 * second
    let c3 = 0.5 * (second - before) + 1.5 * (here - after)
    return ((c3 * x + c2) * x + c1) * x + here
  }

  @_noLocks @inline(__always)
  private func sample(_ index: Int, _ channel: Int, _ loops: Bool) -> Float {
    var i = index
    if i < 0 { i = loops ? i + frames : -1 }
    if i >= frames { i = loops ? i - frames : -1 }
    guard i >= 0, i < frames else { return 0 }
    return samples[i * channels + channel]
  }
}
