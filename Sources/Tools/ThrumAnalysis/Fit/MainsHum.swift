import ThrumDevice
import ThrumPattern

/// Harmonics of 50 or 60 Hz.
struct MainsHum {
  /// A part of a recording in which only hum is heard.
  struct Rest {
    /// Frame of the recording at which it begins.
    let first: Double
    let samples: [Double]
    let energy: Double

    init(first: Double, samples: [Double]) {
      (self.first, self.samples) = (first, samples)
      energy = samples.reduce(0) { $0 + $1 * $1 }
    }
  }

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
  /// Nominal frequencies, Hz.
  private static let mains = [50.0, 60.0]

  /// Returns `nil` unless hum dominates while the device is at rest.
  init?(_ rests: [Rest], rate: Double) {
    let total = rests.reduce(0) { $0 + $1.energy }
    guard total > 0 else { return nil }
    func explained(_ hertz: Double) -> Double {
      MainsHum.fitted(rests, hertz, rate).reduce(0) { $0 + $1.energy }
    }
    var best = (hertz: 0.0, energy: 0.0)
    for mains in MainsHum.mains {
      for step in -10...10 {
        let hertz = mains + 0.01 * Double(step) * mains / 50
        let energy = explained(hertz)
        if energy > best.energy { best = (hertz, energy) }
      }
    }
    guard best.energy > 0.5 * total else { return nil }
    hertz = highest(of: explained, within: best.hertz - 0.01...best.hertz + 0.01, steps: 12)
    lines = MainsHum.fitted(rests, hertz, rate).map(\.line)
  }

  /// Whether each part by itself may hold hum. Far quicker than a fit to all of them.
  static func isPossible(in rests: [Rest], rate: Double) -> Bool {
    let total = rests.reduce(0) { $0 + $1.energy }
    return total > 0
      && mains.contains { hertz in
        rests.reduce(0) { sum, rest in fitted([rest], hertz, rate).reduce(sum) { $0 + $1.energy } } > 0.5 * total
      }
  }

  /// Sum of the amplitudes.
  var amplitude: Double { lines.reduce(0) { $0 + ($1.cosine * $1.cosine + $1.sine * $1.sine).squareRoot() } }

  var note: String { "mains hum at \(fixed(hertz, 1)) Hz is removed" }

  /// - Parameter first: frame of the recording at which the samples begin.
  func remove(from samples: inout [Double], first: Int = 0, rate: Double) {
    for line in lines {
      let turns = line.hertz * Double(first) / rate
      let step = line.hertz / rate
      var (cosine, sine) = (sineOfTurns(turns + 0.25), sineOfTurns(turns))
      let (turnCosine, turnSine) = (sineOfTurns(step + 0.25), sineOfTurns(step))
      for index in samples.indices {
        samples[index] -= line.cosine * cosine + line.sine * sine
        (cosine, sine) = (cosine * turnCosine - sine * turnSine, cosine * turnSine + sine * turnCosine)
      }
    }
  }

  private static func fitted(_ rests: [Rest], _ hertz: Double, _ rate: Double) -> [(line: Line, energy: Double)] {
    var left = rests.map(\.samples)
    return (1...harmonics).map { harmonic in
      let hertz = hertz * Double(harmonic)
      var (cc, cs, ss, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for (rest, part) in zip(rests, left) {
        for (offset, sample) in part.enumerated() {
          let turns = hertz * (rest.first + Double(offset)) / rate
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
        for offset in left[place].indices {
          left[place][offset] -= line.value(at: (rest.first + Double(offset)) / rate)
        }
      }
      return (line, line.cosine * xc + line.sine * xs)
    }
  }
}
