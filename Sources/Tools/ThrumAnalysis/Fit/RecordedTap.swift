import ThrumPattern

/// A tap of the ``FitPattern``, averaged over its repeats.
struct RecordedTap {
  let samples: [Double]
  /// Frequency of a continuous event at the same sharpness.
  let hertz: Double
  let energy: Double
  /// Noise energy left in the average.
  let noise: Double
  /// Delays of the other repeats relative to the first, s.
  let delays: [Double]

  /// Recorded time before a tap, s.
  private static let lead = 0.01
  /// Recorded time after a tap's start, s.
  private static let length = 0.1
  /// Largest delay between repeats, frames.
  private static let reach = 160

  /// - Parameter place: index in ``FitPattern/tapSharpnesses``.
  init(_ recording: FitRecording, _ place: Int, turns: Range<Int>, hertz: Double) {
    let rate = FitRecording.rate
    let repeats = turns.map { turn in
      recording.part(
        from: FitPattern.taps[turn * FitPattern.tapSharpnesses.count + place].start - RecordedTap.lead,
        seconds: RecordedTap.lead + RecordedTap.length)
    }
    let first = repeats.first ?? []
    let lags = repeats.map { $0 == first ? 0 : RecordedTap.lag(of: $0, against: first) }
    let aligned = zip(repeats, lags).map { part, lag in
      part.indices.map { RecordedTap.value(part, at: Double($0) + lag) }
    }
    let count = Double(max(1, aligned.count))
    let mean = first.indices.map { index in aligned.reduce(0) { $0 + $1[index] } / count }
    samples = mean
    self.hertz = hertz
    energy = mean.reduce(0) { $0 + $1 * $1 }
    let differences = aligned.reduce(0.0) { sum, part in
      zip(part, mean).reduce(sum) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    noise = count > 1 ? differences / (count - 1) / count : 0
    delays = lags.map { $0 / rate }
  }

  var rough: RecordedTap { RecordedTap(halving: self) }

  private init(halving tap: RecordedTap) {
    let whole = tap.samples
    samples = (0..<whole.count * 3 / 11).map { (index: Int) -> Double in
      (whole[2 * index] + whole[2 * index + 1]) / 2
    }
    hertz = tap.hertz
    energy = samples.reduce(0) { $0 + $1 * $1 }
    noise = tap.noise / 2
    delays = tap.delays
  }

  /// Returns the delay of the strongest correlation, interpolated between frames.
  private static func lag(of part: [Double], against first: [Double]) -> Double {
    let products = (-reach...reach).map { lag in
      first.indices.reduce(0.0) { sum, index in
        part.indices.contains(index + lag) ? sum + first[index] * part[index + lag] : sum
      }
    }
    guard let best = products.indices.max(by: { products[$0] < products[$1] }) else { return 0 }
    let whole = Double(best - reach)
    guard best > 0, best + 1 < products.count else { return whole }
    let bend = products[best - 1] - 2 * products[best] + products[best + 1]
    return bend == 0 ? whole : whole + (products[best - 1] - products[best + 1]) / (2 * bend)
  }

  /// Evaluates a cubic through four frames (Catmull and Rom, 1974). Samples outside the range count as zero.
  private static func value(_ samples: [Double], at place: Double) -> Double {
    let whole = Int(saturating: place.rounded(.down))
    let share = place - Double(whole)
    func at(_ index: Int) -> Double { samples.indices.contains(index) ? samples[index] : 0 }
    let (a, b, c, d) = (at(whole - 1), at(whole), at(whole + 1), at(whole + 2))
    return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
  }
}
