import ThrumPattern

/// A stretch as a function of time.
struct EnvelopeCourse {
  let samples: [EnvelopeTarget.Sample]

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

  /// Length of the means of ``smoothed(_:)``, s: that of the shortest segment.
  private static let mean = Double(VibrationLimits.shortestLine) / 1000

  /// Returns the mean amplitude over the time before each moment, as slow motors follow a drive. What is shorter than a
  /// segment is then as strong as one that it can be moved to.
  ///
  /// - Parameter amplitude: power of the level that is the amplitude.
  func smoothed(_ isSquared: Bool) -> EnvelopeCourse {
    let (begin, end) = (samples[0].time, samples[samples.count - 1].time)
    let steps = stride(from: 0, through: 1, by: 0.25).map { $0 * EnvelopeCourse.mean }
    let times = Set(samples.flatMap { sample in steps.map { sample.time + $0 } }).sorted()
    func amplitude(_ level: Double) -> Double { isSquared ? level * level : level }
    // Integral of the amplitude up to each sample; a line's square is close to a line on so short a way.
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
        return .init(
          time: time, level: time < end + EnvelopeCourse.mean ? isSquared ? mean.squareRoot() : mean : 0,
          sharpness: sharpness)
      })
  }

  fileprivate func value(at time: Double, between left: Int, _ right: Int) -> EnvelopeTarget.Sample {
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

/// Integrals over a stretch up to each of some times, from which the squared difference of any line between two of them
/// follows at once.
struct EnvelopeMoments {
  /// Which differences are equally large.
  enum Scale: CaseIterable {
    /// Equal shares of the strongest level nearby, such as equal dB.
    case relative
    /// Equal levels, as energy.
    case absolute

    fileprivate func weight(_ level: Double) -> Double {
      switch self {
      case .relative: 1 / ((level + Scale.floor) * (level + Scale.floor))
      case .absolute: 1
      }
    }

    private static let floor = 0.05
  }

  /// Integrals of a weight, and of its products with time and a value.
  private struct Integrals {
    var one = 0.0, time = 0.0, square = 0.0
    var value = 0.0, valueTime = 0.0, valueSquare = 0.0

    /// Adds a part in which the value changes in a line.
    mutating func add(_ weight: Double, _ begin: Double, _ end: Double, _ first: Double, _ last: Double) {
      let length = end - begin
      one += weight * length
      time += weight * length * (begin + end) / 2
      square += weight * (end * end * end - begin * begin * begin) / 3
      value += weight * length * (first + last) / 2
      valueTime += weight * length * (begin * (first + last) / 2 + length * (first + 2 * last) / 6)
      valueSquare += weight * length * (first * first + first * last + last * last) / 3
    }

    static func - (one: Integrals, other: Integrals) -> Integrals {
      Integrals(
        one: one.one - other.one, time: one.time - other.time, square: one.square - other.square,
        value: one.value - other.value, valueTime: one.valueTime - other.valueTime,
        valueSquare: one.valueSquare - other.valueSquare)
    }

    /// Returns the squared difference to a line.
    func difference(_ begin: Double, _ first: Double, _ end: Double, _ last: Double) -> Double {
      let slope = (last - first) / (end - begin)
      let base = first - slope * begin
      return valueSquare - 2 * (base * value + slope * valueTime)
        + base * base * one + 2 * base * slope * time + slope * slope * square
    }
  }

  /// In seconds after the first.
  private let times: [Double]
  private let origin: Double
  private let levels: [Integrals]
  private let sharpnesses: [Integrals]

  /// Levels so near count for the relative scale, s.
  private static let near = 0.05
  /// Weight of a difference in sharpness beside one in level.
  private static let tone = 0.1

  /// - Parameter times: in ascending order.
  init(_ course: EnvelopeCourse, upTo times: [Double], _ scale: Scale) {
    let samples = course.samples
    let origin = times[0]
    self.origin = origin
    self.times = times.map { $0 - origin }
    var (level, sharpness) = (Integrals(), Integrals())
    var (levels, sharpnesses) = ([level], [sharpness])
    // Index of the next sample, and of the first one nearby.
    var next = samples.partitioningIndex { $0.time > origin }
    var first = 0
    for (begin, end) in zip(times, times.dropFirst()) {
      var now = begin
      while now < end {
        while next < samples.count, samples[next].time <= now { next += 1 }
        let until = next < samples.count ? min(end, samples[next].time) : end
        let (one, other) = (
          course.value(at: now, between: next - 1, next), course.value(at: until, between: next - 1, next)
        )
        while first < samples.count, samples[first].time < now - EnvelopeMoments.near { first += 1 }
        var strongest = max(one.level, other.level)
        for sample in samples[first...] {
          guard sample.time <= until + EnvelopeMoments.near else { break }
          strongest = max(strongest, sample.level)
        }
        let weight = scale.weight(strongest)
        level.add(weight, now - origin, until - origin, one.level, other.level)
        let middle = (one.level + other.level) / 2
        sharpness.add(
          EnvelopeMoments.tone * weight * middle * middle, now - origin, until - origin, one.sharpness,
          other.sharpness)
        now = until
      }
      levels.append(level)
      sharpnesses.append(sharpness)
    }
    (self.levels, self.sharpnesses) = (levels, sharpnesses)
  }

  /// Returns the squared difference of a line between two corners, by the index of their times.
  func cost(
    _ first: Int, _ begin: EnvelopeFit.Corner, _ last: Int, _ end: EnvelopeFit.Corner
  ) -> Double {
    let (from, to) = (times[first], times[last])
    return max(0, (levels[last] - levels[first]).difference(from, begin.level, to, end.level))
      + max(0, (sharpnesses[last] - sharpnesses[first]).difference(from, begin.sharpness, to, end.sharpness))
  }

  /// Returns the squared difference of silence from a time on.
  func silenceCost(from place: Int) -> Double { levels[levels.count - 1].valueSquare - levels[place].valueSquare }

  /// A line's products with itself and with the stretch: shares of its first and of its last level.
  struct Shares {
    let first, both, last: Double
    let firstLevel, lastLevel: Double
  }

  /// - Parameters: two of the times.
  func shares(from begin: Double, to end: Double) -> Shares {
    func place(_ time: Double) -> Int { times.partitioningIndex { $0 >= time - origin - 1e-6 } }
    let part = levels[place(end)] - levels[place(begin)]
    let (from, to) = (begin - origin, end - origin)
    let length = to - from
    // The last corner's share rises from 0 to 1 in (time − from) / length.
    let rise = (part.time - from * part.one) / length
    let riseSquare = (part.square - 2 * from * part.time + from * from * part.one) / (length * length)
    let riseLevel = (part.valueTime - from * part.value) / length
    return Shares(
      first: part.one - 2 * rise + riseSquare, both: rise - riseSquare, last: riseSquare,
      firstLevel: part.value - riseLevel, lastLevel: riseLevel)
  }
}
