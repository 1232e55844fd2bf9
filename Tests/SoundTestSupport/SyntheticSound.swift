import Foundation

/// Sounds with known onsets, the same on every run.
package struct SyntheticSound {
  package static let rate = 44_100.0
  package private(set) var samples: [Float]
  package internal(set) var onsets: [Double] = []
  private var seed: UInt32 = 1

  package init(seconds: Double) { samples = [Float](repeating: 0, count: Int(seconds * SyntheticSound.rate)) }

  package var seconds: Double { Double(samples.count) / SyntheticSound.rate }

  mutating func set(_ index: Int, _ value: Double) { samples[index] = Float(value) }

  /// 0 to 1.
  mutating func random() -> Double { 0.5 + 0.5 * noise() }

  private mutating func noise() -> Double {
    seed = seed &* 1_664_525 &+ 1_013_904_223
    return Double(seed >> 8) / Double(1 << 23) - 1
  }

  mutating func add(at time: Double, seconds: Double, _ value: (Double, Double) -> Double) {
    let first = Int(time * SyntheticSound.rate)
    for index in 0..<Int(seconds * SyntheticSound.rate) where first + index < samples.count {
      let age = Double(index) / SyntheticSound.rate
      samples[first + index] += Float(value(age, noise()))
    }
  }

  /// Kick, hat, snare and hat in eighth notes of a tempo.
  package static func drums(bpm: Double, seconds: Double = 8, level: Double = 0.5) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    var (time, beat) = (0.25, 0)
    while time < seconds - 0.3 {
      let strength = level * (beat % 3 == 0 ? 1 : 0.7)
      switch beat % 4 {
      case 0:
        sound.add(at: time, seconds: 0.25) { age, _ in
          strength * sin(2 * .pi * 60 * age + 3 * (1 - exp(-age * 60))) * exp(-age * 18)
        }
      case 2:
        sound.add(at: time, seconds: 0.2) { age, noise in
          strength * (0.5 * noise + 0.4 * sin(2 * .pi * 190 * age)) * exp(-age * 25)
        }
      default: sound.add(at: time, seconds: 0.06) { age, noise in strength * 0.4 * noise * exp(-age * 80) }
      }
      sound.onsets.append(time)
      time += 30 / bpm
      beat += 1
    }
    return sound
  }

  /// Identical clicks at a rate, after `lead` seconds.
  package static func clicks(perSecond: Double, seconds: Double = 4, lead: Double = 0.3) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    var time = lead
    while time < seconds - 0.1 {
      sound.add(at: time, seconds: 0.02) { age, noise in
        (0.4 * sin(2 * .pi * 1500 * age) + 0.2 * noise) * exp(-age * 400)
      }
      sound.onsets.append(time)
      time += 1 / perSecond
    }
    return sound
  }

  /// A snare roll: bursts of noise that ring into each other.
  package static func roll(perSecond: Double, seconds: Double = 4) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    var time = 0.3
    while time < seconds - 0.2 {
      sound.add(at: time, seconds: 0.2) { age, noise in
        (0.4 * noise + 0.2 * sin(2 * .pi * 190 * age)) * exp(-age * 35)
      }
      sound.onsets.append(time)
      time += 1 / perSecond
    }
    return sound
  }

  /// Adds the reverberation of a hall: 2.5 s to fall by 60 dB, 12 dB below the direct sound.
  package mutating func addHall() {
    let taps = (0..<400).map { _ in (delay: 0.01 + 2.5 * abs(noise()), sign: noise() < 0 ? -1.0 : 1) }
    let dry = samples
    for tap in taps {
      let gain = Float(tap.sign * pow(10, -12.0 / 20) * pow(10, -3 * tap.delay / 2.5) / 400.0.squareRoot() * 4)
      let shift = Int(tap.delay * SyntheticSound.rate)
      for index in shift..<samples.count { samples[index] += gain * dry[index - shift] }
    }
  }

  /// Random bits: ±1 of a 16-bit sound.
  package static func dither(seconds: Double) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    for index in sound.samples.indices { sound.samples[index] = Float((sound.noise() * 1.5).rounded() / 32_768) }
    return sound
  }

  /// Adds chords of four voices with harmonics, each with an attack of 15 ms.
  package mutating func addChords(level: Double = 0.05) {
    for (index, root) in [110.0, 146.8, 98, 130.8].enumerated() {
      let time = 0.25 + 2 * Double(index)
      add(at: time, seconds: 2) { age, _ in
        let swell = min(1, age / 0.015) * min(1, (2 - age) / 0.1)
        var sum = 0.0
        for voice in [1.0, 1.26, 1.5, 2] {
          for partial in 1...4 { sum += sin(2 * .pi * root * voice * Double(partial) * age) / Double(partial) }
        }
        return level * swell * sum / 4
      }
    }
  }

  /// Changes the level over time.
  package mutating func fade(_ level: (Double) -> Double) {
    for index in samples.indices { samples[index] *= Float(level(Double(index) / SyntheticSound.rate)) }
  }

  /// Adds single tones of five pitches, with an attack of 30 ms and a decay of `decay` nepers per second.
  package mutating func addNotes(decay: Double) {
    for index in 0..<15 {
      let (time, hertz) = (0.3 + 0.4 * Double(index), [110.0, 294, 165, 392, 220][index % 5])
      add(at: time, seconds: 1) { age, _ in 0.3 * min(1, age / 0.03) * sin(2 * .pi * hertz * age) * exp(-age * decay) }
      onsets.append(time)
    }
  }

  /// Adds plucked strings of five pitches, four per second, each with six harmonics that ring into the next ones.
  package mutating func addPlucks() {
    for index in 0..<28 {
      let (time, hertz) = (0.3 + 0.25 * Double(index), [110.0, 294, 165, 392, 220][index % 5])
      add(at: time, seconds: 2) { age, _ in
        var sum = 0.0
        for partial in (1...6).map(Double.init) {
          sum += sin(2 * .pi * hertz * partial * age) / partial * exp(-age * (2 + partial))
        }
        return 0.15 * sum * min(1, age / 0.002)
      }
      onsets.append(time)
    }
  }

  /// Adds white noise, `snr` dB below the existing signal.
  package mutating func addNoise(snr: Double) {
    let rms = (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    let level = rms * pow(10, -snr / 20) * 3.0.squareRoot()
    for index in samples.indices { samples[index] += Float(level * noise()) }
  }

  /// A tone with a level over time, as a share of full scale.
  package static func tone(hertz: Double, seconds: Double, _ level: (Double) -> Double) -> SyntheticSound {
    glide(seconds: seconds, hertz: { _ in hertz }, level)
  }

  /// A tone with a changing pitch.
  package static func glide(seconds: Double, hertz: (Double) -> Double, _ level: (Double) -> Double) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    var turns = 0.0
    for index in sound.samples.indices {
      let time = Double(index) / rate
      sound.samples[index] = Float(level(time) * sin(2 * .pi * turns))
      turns += hertz(time) / rate
    }
    return sound
  }

  /// White noise alone, RMS −20 dB.
  package static func noise(seconds: Double) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    for index in sound.samples.indices { sound.samples[index] = Float(0.1 * 3.0.squareRoot() * sound.noise()) }
    return sound
  }
}

/// Score of found onsets against the known ones: the harmonic mean of precision and recall, within 20 ms.
package func onsetScore(_ found: [Double], _ known: [Double]) -> Double {
  var left = known
  var hits = 0
  for time in found {
    guard let index = left.indices.min(by: { abs(left[$0] - time) < abs(left[$1] - time) }),
      abs(left[index] - time) <= 0.02
    else { continue }
    left.remove(at: index)
    hits += 1
  }
  return found.isEmpty && known.isEmpty ? 1 : 2 * Double(hits) / Double(max(1, found.count + known.count))
}
