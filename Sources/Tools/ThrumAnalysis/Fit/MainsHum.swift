import ThrumDevice
import ThrumPattern

/// Harmonics of 50 or 60 Hz.
struct MainsHum {
  let hertz: Double
  private let lines: [Line]

  private struct Line {
    let hertz: Double
    let cosine: Double
    let sine: Double

    func value(at time: Double) -> Double {
      let turns = hertz * time
      return cosine * sineOfTurns(turns + 0.25) + sine * sineOfTurns(turns)
    }
  }

  private static let harmonics = 6

  /// Returns `nil` unless hum dominates while the device is at rest.
  init?(_ samples: [Double], at rests: [Range<Int>], rate: Double) {
    let total = rests.reduce(0.0) { sum, rest in samples[rest].reduce(sum) { $0 + $1 * $1 } }
    guard total > 0 else { return nil }
    func explained(_ hertz: Double) -> Double {
      MainsHum.fitted(samples, rests, hertz, rate).reduce(0) { $0 + $1.energy }
    }
    var best = (hertz: 0.0, energy: 0.0)
    for mains in [50.0, 60.0] {
      for step in -10...10 {
        let hertz = mains + 0.01 * Double(step) * mains / 50
        let energy = explained(hertz)
        if energy > best.energy { best = (hertz, energy) }
      }
    }
    guard best.energy > 0.5 * total else { return nil }
    hertz = highest(of: explained, within: best.hertz - 0.01...best.hertz + 0.01, steps: 12)
    lines = MainsHum.fitted(samples, rests, hertz, rate).map(\.line)
  }

  var note: String { "mains hum at \(fixed(hertz, 1)) Hz is removed" }

  func removed(from samples: [Double], rate: Double) -> [Double] {
    samples.enumerated().map { index, sample in
      lines.reduce(sample) { $0 - $1.value(at: Double(index) / rate) }
    }
  }

  private static func fitted(
    _ samples: [Double], _ rests: [Range<Int>], _ hertz: Double, _ rate: Double
  ) -> [(line: Line, energy: Double)] {
    var left = rests.map { Array(samples[$0]) }
    return (1...harmonics).map { harmonic in
      let hertz = hertz * Double(harmonic)
      var (cc, cs, ss, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for (rest, part) in zip(rests, left) {
        for (index, sample) in zip(rest, part) {
          let turns = hertz * Double(index) / rate
          let (c, s) = (sineOfTurns(turns + 0.25), sineOfTurns(turns))
          (cc, cs, ss) = (cc + c * c, cs + c * s, ss + s * s)
          (xc, xs) = (xc + sample * c, xs + sample * s)
        }
      }
      let determinant = cc * ss - cs * cs
      guard determinant > 0 else { return (Line(hertz: hertz, cosine: 0, sine: 0), 0) }
      let line = Line(
        hertz: hertz, cosine: (xc * ss - xs * cs) / determinant, sine: (xs * cc - xc * cs) / determinant)
      for (place, rest) in rests.enumerated() {
        for (offset, index) in rest.enumerated() { left[place][offset] -= line.value(at: Double(index) / rate) }
      }
      return (line, line.cosine * xc + line.sine * xs)
    }
  }
}
