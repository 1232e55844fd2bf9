import ThrumDevice

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
