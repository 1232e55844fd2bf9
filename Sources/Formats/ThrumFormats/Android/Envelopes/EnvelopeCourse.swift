import ThrumPattern

/// A stretch as a function of time.
struct EnvelopeCourse {
  let samples: [EnvelopeTarget.Sample]

  /// Time of the means in ``smoothed(isBasic:)``, s: the shortest segment.
  private static let mean = Double(VibrationLimits.shortestLine) / 1000

  /// - Parameter samples: sorted by time; two at one time are a jump.
  init(_ samples: [EnvelopeTarget.Sample]) { self.samples = samples }

  /// Returns the values just before and just after a time, and the strongest one nearby.
  func values(at time: Double, near: Double) -> [EnvelopeTarget.Sample] {
    let before = samples.partitioningIndex { $0.time >= time - 1e-6 }
    let after = samples.partitioningIndex { $0.time > time + 1e-6 }
    let first = samples.partitioningIndex { $0.time >= time - near }
    let last = samples.partitioningIndex { $0.time > time + near }
    let strongest = samples[first..<max(first, last)].max { $0.level < $1.level }
    return [value(at: time, between: before - 1, before), value(at: time, between: after - 1, after)]
      + (strongest.map { [$0] } ?? [])
  }

  /// Returns the mean amplitude over the time before each moment, as slow motors follow a drive. What is shorter than a
  /// segment is then as strong as one that it can be moved to.
  ///
  /// - Parameter isBasic: whether levels are intensities, not amplitudes.
  func smoothed(isBasic: Bool) -> EnvelopeCourse {
    let (begin, end) = (samples[0].time, samples[samples.count - 1].time)
    let steps = stride(from: 0, through: 1, by: 0.25).map { $0 * EnvelopeCourse.mean }
    let times = Set(samples.flatMap { sample in steps.map { sample.time + $0 } }).sorted()
    func amplitude(_ level: Double) -> Double { isBasic ? IntensityLaw.phone.amplitude(level) : level }
    // Integral of the amplitude up to each sample, which changes almost in a line on so short a way.
    var integrals = [0.0]
    for (one, other) in zip(samples, samples.dropFirst()) {
      let area = (other.time - one.time) * (amplitude(one.level) + amplitude(other.level)) / 2
      integrals.append(integrals[integrals.count - 1] + area)
    }
    func integral(_ time: Double) -> Double {
      guard time < end else { return integrals[integrals.count - 1] }
      let next = samples.partitioningIndex { $0.time > time }
      guard next > 0 else { return 0 }
      let level = value(at: time, between: next - 1, next).level
      let step = time - samples[next - 1].time
      return integrals[next - 1] + step * (amplitude(samples[next - 1].level) + amplitude(level)) / 2
    }
    return EnvelopeCourse(
      times.map { time in
        let mean = max(0, integral(time) - integral(max(begin, time - EnvelopeCourse.mean))) / EnvelopeCourse.mean
        let next = samples.partitioningIndex { $0.time > time }
        let sharpness = value(at: time, between: next - 1, next).sharpness
        let level = isBasic ? IntensityLaw.phone.intensity(amplitude: mean) : mean
        return .init(time: time, level: time < end + EnvelopeCourse.mean ? level : 0, sharpness: sharpness)
      })
  }

  /// Returns the value on the line between two neighbouring samples, or silence beyond the first and the last.
  func value(at time: Double, between left: Int, _ right: Int) -> EnvelopeTarget.Sample {
    guard left >= 0, right < samples.count else {
      return .init(time: time, level: 0, sharpness: samples[left < 0 ? 0 : samples.count - 1].sharpness)
    }
    let (one, other) = (samples[left], samples[right])
    let place = other.time > one.time ? (time - one.time) / (other.time - one.time) : 1
    return .init(
      time: time, level: one.level + (other.level - one.level) * place,
      sharpness: one.sharpness + (other.sharpness - one.sharpness) * place)
  }
}
