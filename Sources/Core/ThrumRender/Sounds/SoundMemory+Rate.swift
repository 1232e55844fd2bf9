import ThrumDevice

extension SoundMemory {
  /// Resamples the sound and returns its louder channel.
  package func loudestChannel(at rate: SampleRate) -> [Double] {
    let sound = Sound(self, sampleRate: rate)
    let increment = SoundPosition(frames: sound.speed)
    var position = SoundPosition(units: 0)
    var left: [Double] = []
    var right: [Double] = []
    while position.frame < sound.frames {
      let both = sound.sample(at: position, increment: increment, loops: false)
      left.append(Double(both.left))
      right.append(Double(both.right))
      position.units += increment.units
    }
    func energy(_ samples: [Double]) -> Double { samples.reduce(0) { $0 + $1 * $1 } }
    return energy(right) > energy(left) ? right : left
  }
}
