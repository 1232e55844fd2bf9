import ThrumDevice
import ThrumPattern

/// The response of what recorded a device: dB over frequency, without delay beyond what the levels imply.
package struct SensorResponse: Sendable {
  private enum Shape {
    case highPass(hertz: Double)
    /// In order of frequency.
    case table([(hertz: Double, decibels: Double)])
  }

  private let shape: Shape

  /// A first-order high-pass with a corner from 1 to 2,000 Hz, such as a piezo disc and its preamplifier form.
  ///
  /// - Throws: ``FitError`` for another frequency.
  package init(highPassHertz hertz: Double) throws(FitError) {
    guard (1...2_000).contains(hertz) else { throw FitError("the corner must be between 1 and 2,000 Hz", .unusable) }
    shape = .highPass(hertz: hertz)
  }

  /// A table: a frequency in Hz and a level in dB on each line; lines that begin with # are comments.
  ///
  /// - Throws: ``FitError``, with the line, for anything else.
  package init(table text: String) throws(FitError) {
    var points: [(hertz: Double, decibels: Double)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," || $0 == ";" || $0 == "\r" })
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count == 2, let hertz = Double(first), let level = Double(words[1]) else {
        throw FitError("line \(index + 1): a frequency in Hz and a level in dB expected", .unusable)
      }
      guard hertz > (points.last?.hertz ?? 0), hertz <= 1e6, abs(level) <= 120 else {
        throw FitError("line \(index + 1): frequencies must rise, and levels stay within ±120 dB", .unusable)
      }
      points.append((hertz, level))
    }
    guard points.count >= 2 else {
      throw FitError("it needs at least two lines with a frequency in Hz and a level in dB", .unusable)
    }
    shape = .table(points)
  }

  func decibels(atHertz hertz: Double) -> Double {
    switch shape {
    case .highPass(let corner): return -ThrumPattern.decibels(1 + corner * corner / (hertz * hertz)) / 2
    case .table(let points):
      guard let above = points.firstIndex(where: { $0.hertz >= hertz }) else {
        return points[points.count - 1].decibels
      }
      guard above > 0 else { return points[0].decibels }
      let (low, high) = (points[above - 1], points[above])
      let share = logarithmBase2(hertz / low.hertz) / logarithmBase2(high.hertz / low.hertz)
      return low.decibels + (high.decibels - low.decibels) * share
    }
  }

  /// Applies the inverse response. What the sensor attenuates by more than 40 dB stays lost.
  func corrected(_ samples: [Double], rate: Double) -> [Double] {
    let inverse = SensorResponse.minimumPhase(count: 2048) { bin in
      let hertz = max(2, Double(bin) * rate / 2048)
      return min(40, -decibels(atHertz: hertz))
    }
    return samples.indices.map { index in
      var sum = 0.0
      for lag in 0...min(index, inverse.count - 1) { sum += inverse[lag] * samples[index - lag] }
      return sum
    }
  }

  /// The impulse response of minimum phase with the given level, in dB, in each bin up to `count` / 2 (Oppenheim and
  /// Schafer, "Discrete-Time Signal Processing", 13.4): half of the cepstrum is folded onto the other.
  private static func minimumPhase(count: Int, _ decibels: (Int) -> Double) -> [Double] {
    let half = count / 2
    let cosines = (0..<count).map { sineOfTurns(0.25 + Double($0) / Double(count)) }
    let levels = (0...half).map { decibels($0) * 0.115_129_254_649_702_28 }
    // Both spectra are even or odd, so sums over half of the bins suffice.
    let cepstrum = (0...half).map { time -> Double in
      var sum = levels[0] + levels[half] * (time % 2 == 0 ? 1 : -1)
      for bin in 1..<half { sum += 2 * levels[bin] * cosines[bin * time % count] }
      return sum / Double(count) * (time == 0 || time == half ? 1 : 2)
    }
    // The exponential of the folded cepstrum, as a power series: n·h[n] = Σ k·c[k]·h[n−k].
    var response = [Double](repeating: 0, count: half)
    response[0] = exponentialBase2(cepstrum[0] * 1.442_695_040_888_963_4)
    for time in 1..<half {
      var sum = 0.0
      for past in 1...time { sum += Double(past) * cepstrum[past] * response[time - past] }
      response[time] = sum / Double(time)
    }
    return response
  }
}
