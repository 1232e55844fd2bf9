import ThrumDevice
import ThrumPattern

/// A sensor's minimum-phase response, in dB over frequency.
package struct SensorResponse: Sendable {
  private enum Shape {
    case highPass(hertz: Double)
    case lowPass(hertz: Double)
    case table(FrequencyTable)
  }

  private let shape: Shape

  /// Frequency in Hz up to which a low-pass is corrected for.
  private static let highest = 800.0

  /// Creates a first-order high-pass with a corner of 1 to 2,000 Hz, like that of a piezo disc with a preamplifier.
  ///
  /// - Throws: ``FitError`` for other frequencies.
  package init(highPassHertz hertz: Double) throws(FitError) {
    guard (1...2_000).contains(hertz) else { throw FitError("the corner must be between 1 and 2,000 Hz", .unusable) }
    shape = .highPass(hertz: hertz)
  }

  /// Creates a first-order low-pass with a corner of 20 to 2,000 Hz, like that of an accelerometer's filter.
  ///
  /// - Throws: ``FitError`` for other frequencies.
  package init(lowPassHertz hertz: Double) throws(FitError) {
    guard (20...2_000).contains(hertz) else { throw FitError("the corner must be between 20 and 2,000 Hz", .unusable) }
    shape = .lowPass(hertz: hertz)
  }

  /// Parses a frequency in Hz and a level in dB per line. Lines starting with # are comments.
  ///
  /// - Throws: ``FitError``, with the line number, for anything else.
  package init(table text: String) throws(FitError) {
    var points: [FrequencyTable.Point] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," || $0 == ";" || $0 == "\r" })
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count == 2, let hertz = Double(first), let level = Double(words[1]) else {
        throw FitError("line \(index + 1): expected a frequency in Hz and a level in dB", .unusable)
      }
      guard hertz > (points.last?.hertz ?? 0), hertz <= 1e6, abs(level) <= 120 else {
        throw FitError("line \(index + 1): frequencies must increase, and levels must stay within ±120 dB", .unusable)
      }
      points.append((hertz, level))
    }
    guard points.count >= 2 else {
      throw FitError("it needs at least two lines with a frequency in Hz and a level in dB", .unusable)
    }
    shape = .table(FrequencyTable(points))
  }

  func decibels(atHertz hertz: Double) -> Double {
    switch shape {
    case .highPass(let corner): return -ThrumPattern.decibels(1 + corner * corner / (hertz * hertz)) / 2
    case .lowPass(let corner):
      // Above, a recording holds little but noise.
      let hertz = min(hertz, SensorResponse.highest)
      return -ThrumPattern.decibels(1 + hertz * hertz / (corner * corner)) / 2
    case .table(let table): return table.decibels(atHertz: hertz)
    }
  }

  /// Applies the inverse response, with at most 40 dB of gain.
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

  /// Returns the minimum-phase impulse response for levels in dB, one per bin up to `count` / 2, by folding the
  /// cepstrum (Oppenheim and Schafer, "Discrete-Time Signal Processing", 13.4).
  private static func minimumPhase(count: Int, _ decibels: (Int) -> Double) -> [Double] {
    let half = count / 2
    let cosines = (0..<count).map { sineOfTurns(0.25 + Double($0) / Double(count)) }
    let neper = 8.685_889_638_065_037  // dB
    let levels = (0...half).map { decibels($0) / neper }
    // Each spectrum is even or odd, so sums over half the bins suffice.
    let cepstrum = (0...half).map { time -> Double in
      var sum = levels[0] + levels[half] * (time % 2 == 0 ? 1 : -1)
      for bin in 1..<half { sum += 2 * levels[bin] * cosines[bin * time % count] }
      return sum / Double(count) * (time == 0 || time == half ? 1 : 2)
    }
    // Exponential of the folded cepstrum as a power series: n·h[n] = Σ k·c[k]·h[n−k].
    var response = [Double](repeating: 0, count: half)
    response[0] = exponential(cepstrum[0])
    for time in 1..<half {
      var sum = 0.0
      for past in 1...time { sum += Double(past) * cepstrum[past] * response[time - past] }
      response[time] = sum / Double(time)
    }
    return response
  }
}
