import Foundation

/// Sounds whose pitch is known.
extension SyntheticSound {
  private static let keys = [28.0, 31, 33, 35, 33, 31, 28, 35, 40, 38, 35, 33, 31, 30, 31, 33, 28, 40, 35, 31]

  /// The pitch of ``legatoBass(slide:formants:)`` at a time, Hz.
  package static func bassPitch(_ time: Double) -> Double {
    440 * exp2((keys[max(0, min(19, Int((time - 0.3) / 0.3)))] - 69) / 12)
  }

  /// A legato bass line: 20 notes without gaps, 0.3 s each, that slide into each other within 15 ms.
  package static func legatoBass(
    slide: Double = 0.015, formants: ((Double) -> [Formant])? = nil
  ) -> SyntheticSound {
    var sound = glide(
      seconds: 6.6,
      hertz: { time in
        let note = max(0, min(19, Int((time - 0.3) / 0.3)))
        let before = note == 0 ? keys[0] : keys[note - 1]
        let part = min(1, max(0, (time - 0.3 - 0.3 * Double(note)) / slide))
        return 440 * exp2((before + (keys[note] - before) * part - 69) / 12)
      }, partials: formants == nil ? 5 : 20, formants: formants,
      { 0.3 * min(1, max(0, $0 - 0.3) / 0.02) * min(1, max(0, 6.4 - $0) / 0.1) })
    sound.onsets = (0..<20).map { 0.3 + 0.3 * Double($0) }
    return sound
  }

  /// Bursts of a voice with a changing pitch, whose vowels change independently.
  package static func voice(pitch: (Double) -> Double) -> SyntheticSound {
    glide(
      seconds: 6, hertz: pitch, partials: 25,
      formants: { time in
        let vowel = 0.5 + 0.5 * sin(2 * .pi * 0.8 * time)
        return [Formant(hertz: 300 + 400 * vowel, width: 80), Formant(hertz: 2_200 - 1_000 * vowel, width: 150)]
      },
      { max(0, 1.3 * sin(2 * .pi * $0) * sin(2 * .pi * $0) - 0.15) })
  }

  /// A resonance that emphasises harmonics.
  package struct Formant {
    var hertz: Double
    var width: Double
  }

  /// A tone with a changing pitch and harmonics. Formants, if any, weight the harmonics.
  package static func glide(
    seconds: Double, hertz: (Double) -> Double, partials: Int, formants: ((Double) -> [Formant])? = nil,
    _ level: (Double) -> Double
  ) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    var turns = 0.0
    for index in 0..<Int(seconds * rate) {
      let time = Double(index) / rate
      let pitch = hertz(time)
      let resonances = formants?(time) ?? []
      var sum = 0.0
      for partial in (1...partials).map(Double.init) where pitch * partial < 0.45 * rate {
        let gain = resonances.reduce(formants == nil ? 1 : 0.02) { sum, formant in
          let distance = (pitch * partial - formant.hertz) / formant.width
          return sum + 1 / (1 + distance * distance)
        }
        sum += gain / partial * sin(2 * .pi * partial * turns)
      }
      sound.set(index, level(time) * sum * 0.5)
      turns += pitch / rate
    }
    return sound
  }

  /// A downpour: 400 drops a second at random times, of random strength and pitch, over a hiss.
  package static func downpour(seconds: Double = 8) -> SyntheticSound {
    var sound = SyntheticSound(seconds: seconds)
    for _ in 0..<Int(400 * seconds) {
      let (strength, hertz) = (-0.05 * log(max(1e-6, sound.random())), 800 + 5_000 * sound.random())
      let decay = 0.001 - 0.004 * log(max(1e-6, sound.random()))
      sound.add(at: sound.random() * (seconds - 0.1), seconds: min(0.03, 6 * decay)) { age, noise in
        strength * exp(-age / decay) * (0.6 * sin(2 * .pi * hertz * age) + 0.5 * noise)
      }
    }
    sound.fade { min(1, $0 / 0.5) * min(1, (seconds - $0) / 0.5) }
    return sound
  }

  /// Kicks, each 3 dB weaker than the one before.
  package static func weakerKicks(apart: Double) -> SyntheticSound {
    var sound = SyntheticSound(seconds: 1 + 5 * apart)
    for index in 0..<5 {
      let (time, strength) = (0.5 + apart * Double(index), 0.7 * pow(10, -0.15 * Double(index)))
      sound.add(at: time, seconds: 0.3) { age, _ in
        strength * sin(2 * .pi * 55 * age + 3 * (1 - exp(-age * 60))) * exp(-age * 18)
      }
      sound.onsets.append(time)
    }
    return sound
  }

  /// Tones with an attack of `attack` seconds.
  package static func softTones(attack: Double, hertz: Double) -> SyntheticSound {
    var sound = SyntheticSound(seconds: 6)
    for index in 0..<9 {
      let time = 0.3 + 0.6 * Double(index)
      sound.add(at: time, seconds: 0.6) { age, _ in
        0.3 * min(1, age / attack) * exp(-6 * age) * (sin(2 * .pi * hertz * age) + 0.5 * sin(4 * .pi * hertz * age))
      }
      sound.onsets.append(time)
    }
    return sound
  }
}
