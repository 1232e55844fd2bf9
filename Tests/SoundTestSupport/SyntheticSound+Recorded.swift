import Foundation
import TestSupport

/// Sounds as sensors and recorders deliver them.
extension SyntheticSound {
  /// Two equal bursts, half a second apart, after `lead` seconds of silence.
  ///
  /// - Parameters:
  ///   - decay: nepers per second.
  ///   - phase: of the first sample, in turns.
  package static func bursts(
    hertz: Double, decay: Double, lead: Double = 0, phase: Double = 0
  ) -> SyntheticSound {
    var sound = SyntheticSound(seconds: 1 + lead)
    for time in [lead, lead + 0.5] {
      sound.add(at: time, seconds: 1) { age, _ in 0.6 * sin(2 * .pi * (hertz * age + phase)) * exp(-decay * age) }
      sound.onsets.append(time)
    }
    return sound
  }

  /// Seven heartbeats of two beats each.
  package static func heartbeat(hertz: Double = 42, level: Double = 0.5) -> SyntheticSound {
    var sound = SyntheticSound(seconds: 6.9)
    for beat in 0..<7 {
      for (after, strength) in [(0.0, 1.0), (0.22, 0.6)] {
        let time = 0.3 + 0.9 * Double(beat) + after
        sound.add(at: time, seconds: 0.4) { age, _ in
          level * strength * sin(2 * .pi * hertz * age) * exp(-28 * age)
        }
        sound.onsets.append(time)
      }
    }
    return sound
  }

  /// The sound with each sample changed, given its time.
  package func changed(_ change: (_ time: Double, _ sample: Double) -> Double) -> SyntheticSound {
    var sound = self
    for index in samples.indices {
      sound.set(index, change(Double(index) / SyntheticSound.rate, Double(samples[index])))
    }
    return sound
  }

  /// Rain: drops at random times and of random strength and pitch, over a hiss. The onsets are those of drops that no
  /// stronger one covers.
  package static func rain(perSecond: Double, seconds: Double = 6, seed: UInt64) -> SyntheticSound {
    var random = SplitMix64(seed: seed)
    var sound = SyntheticSound(seconds: seconds)
    sound.add(at: 0, seconds: seconds) { _, noise in 0.01 * noise }
    let drops = (0..<Int(perSecond * seconds)).map { _ -> (time: Double, strength: Double) in
      let strength = 0.05 * exp(random.number(0...2.3))
      let (time, hertz) = (random.number(0.05...seconds - 0.1), random.number(800...5_000))
      let decay = random.number(0.002...0.012)
      sound.add(at: time, seconds: 0.06) { age, noise in
        strength * exp(-age / decay) * (0.7 * sin(2 * .pi * hertz * age) + 0.3 * noise)
      }
      return (time, strength)
    }
    sound.onsets = drops.filter { drop in
      !drops.contains { $0.strength > drop.strength && abs($0.time - drop.time) < 0.04 }
    }.map(\.time).sorted()
    return sound
  }
}
