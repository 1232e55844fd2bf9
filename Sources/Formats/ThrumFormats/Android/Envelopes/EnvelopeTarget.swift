import ThrumPattern

/// What envelopes have to follow: a clip's amplitude and sharpness, with a rise and a fall for each transient.
struct EnvelopeTarget {
  struct Sample {
    /// In seconds.
    let time: Double
    /// As in the effect: amplitude, or intensity in a basic envelope.
    var level: Double
    let sharpness: Double
  }

  let line: [Polyline.Sample]
  let pulses: [Sample]
  let silence: Double
  private let tones: [Polyline.Sample]

  /// Amplitudes below −48 dB are silent: no actuator reproduces them.
  static let silence = 0.004
  /// A rounding error beside a tap.
  private static let nothing = 1e-6
  /// Rise and fall time of a tap, s.
  static let rise = Double(VibrationLimits.shortestLine) / 1000

  init(_ clip: HapticClip, isBasic: Bool) {
    func level(_ amplitude: Double) -> Double {
      isBasic ? IntensityLaw.phone.intensity(amplitude: max(0, amplitude)) : amplitude
    }
    silence = level(EnvelopeTarget.silence)
    line = clip.amplitude.map { Polyline.Sample(time: $0.time, value: level($0.amplitude)) }
    tones =
      clip.frequency.isEmpty
      ? [Polyline.Sample(time: 0, value: 0.5.squareRoot())]
      : clip.frequency.map { Polyline.Sample(time: $0.time, value: max(0, $0.frequency).squareRoot()) }
    pulses = clip.amplitude.compactMap { point in
      point.emphasis.map { Sample(time: point.time, level: level($0.amplitude), sharpness: $0.frequency) }
    }
  }

  /// Returns the parts between pauses. Each begins and ends at level 0.
  func stretches<Failure>(_ work: Work<Failure>) throws(Failure) -> [[Sample]] {
    var times = Set(line.map { $0.time } + tones.map { $0.time })
    for pulse in pulses {
      for part in 0...8 { times.insert(pulse.time + Double(part) * EnvelopeTarget.rise / 4) }
    }
    var found: [[Sample]] = []
    var open: [Sample] = []
    func take(_ sample: Sample) {
      if sample.level > 0 {
        open.append(sample)
      } else if open.contains(where: { $0.level > 0 }) {
        found.append(open + [sample])
        open = [sample]
      } else {
        open = [sample]
      }
    }
    for (place, time) in times.sorted().enumerated() where time >= 0 {
      try work.check(at: place)
      let (before, after) = (value(at: time, before: true), value(at: time))
      take(before)
      if abs(before.level - after.level) > 1e-4 || abs(before.sharpness - after.sharpness) > 1e-4 { take(after) }
    }
    if open.contains(where: { $0.level > 0 }), let last = open.last {
      found.append(open + [Sample(time: last.time, level: 0, sharpness: last.sharpness)])
    }
    // Join stretches less than the shortest segment apart.
    return found.reduce(into: []) { joined, stretch in
      if let end = joined.last?.last?.time, stretch[0].time - end < EnvelopeTarget.rise {
        joined[joined.count - 1] += stretch
      } else {
        joined.append(stretch)
      }
    }
  }

  /// Whether a transient plays at a time.
  func isTap(at time: Double) -> Bool { !near(time).isEmpty }

  private func value(at time: Double, before: Bool = false) -> Sample {
    let look = before ? time - 1e-7 : time
    var level = line.isEmpty || look >= line[line.count - 1].time || look < 0 ? 0 : Polyline.value(line, at: look)
    if level < silence { level = 0 }
    var sharpness = Polyline.value(tones, at: look)
    for pulse in near(time) {
      let strength = pulseLevel(pulse, at: time)
      // A tap has its own sharpness from the start.
      let begins = level == 0 && time >= pulse.time && time < pulse.time + EnvelopeTarget.rise
      if strength > level || begins { (level, sharpness) = (max(level, strength), pulse.sharpness) }
    }
    return Sample(time: time, level: level, sharpness: min(1, max(0, sharpness)))
  }

  private func pulseLevel(_ pulse: Sample, at time: Double) -> Double {
    let place = (time - pulse.time) / EnvelopeTarget.rise
    let level = pulse.level * (place < 1 ? place : 2 - place)
    return level < EnvelopeTarget.nothing ? 0 : level
  }

  private func near(_ time: Double) -> ArraySlice<Sample> {
    let begin = time - 2 * EnvelopeTarget.rise - 1e-6
    return pulses[pulses.partitioningIndex { $0.time >= begin }...].prefix { $0.time <= time + 1e-6 }
  }
}
