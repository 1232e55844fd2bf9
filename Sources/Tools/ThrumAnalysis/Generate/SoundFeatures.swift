import ThrumDevice
import ThrumPattern

/// Spectral flux, loudness, brightness and pitch every 5 ms. Takes 26 MB per hour.
package struct SoundFeatures: Sendable {
  package struct Step: Sendable {
    /// Rise of the spectrum in logarithmic bands over 15 ms (Böck and Widmer, "Maximum filter vibrato suppression for
    /// onset detection", DAFx 2013).
    package var flux: Float = 0
    /// RMS within the selected band, full scale 1.
    package var level: Float = 0
    /// Spectral centroid, Hz.
    package var centroid: Float = 0
    /// Centroid of the rising bands, Hz.
    package var newCentroid: Float = 0
    /// Pitch in Hz, or 0 if there is none.
    package var pitch: Float = 0
  }

  package static let peaksPerStep = 4

  /// Full scale of all levels: the sound's peak.
  package let fullScale: Float
  /// Time between steps, s.
  package let interval: Double
  package internal(set) var steps: [Step] = []
  /// Largest magnitude in each quarter of a step.
  package internal(set) var peaks: [Float] = []
  package internal(set) var seconds = 0.0

  init(fullScale: Float, interval: Double) {
    self.fullScale = fullScale
    self.interval = interval
  }

  package func time(_ index: Int) -> Double { Double(index) * interval }

  /// RMS of the sound that begins at a step, full scale 1.
  func rise(at index: Int) -> Double {
    let before = steps[max(0, index - 5)...max(0, index - 3)].map { Double($0.level) }.min() ?? 0
    let after = steps[index...min(steps.count - 1, index + 6)].map { Double($0.level) }.max() ?? 0
    return max(0, after * after - 1.02 * before * before).squareRoot()
  }
}

extension SoundFeatures {
  /// Analyses a sound in two passes, the first for its peak. Returns `nil` if there are no frames.
  ///
  /// - Parameter read: delivers all frames, mixed to one channel.
  package init?<Failure>(
    sampleRate: SampleRate, band: ClosedRange<Double>,
    read: (([Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var (peak, frames): (Float, Int) = (0, 0)
    try read { block in
      for sample in block { peak = max(peak, abs(sample)) }
      frames += block.count
    }
    guard frames > 0 else { return nil }
    var analyser = SoundAnalyser(sampleRate: sampleRate, peak: peak, band: band)
    try read { analyser.add($0) }
    analyser.finish()
    self = analyser.features
  }

  /// In Hz.
  package static let wholeBand = 20.0...16_000
}

/// Logarithmic bands, four per octave from 30 Hz to 15 kHz.
struct SpectrumBands {
  private var ranges: [Range<Int>] = []
  /// Centre frequencies in octaves above 1 Hz.
  private(set) var octaves: [Double] = []

  init(binHertz: Double, bins: Int) {
    var low = 1
    var edge = 30.0
    while edge < 15_000, low <= bins {
      edge *= 1.189207115
      let high = min(bins + 1, max(low + 1, Int((edge / binHertz).rounded())))
      if Double(high) * binHertz >= edge / 1.19 || high == low + 1 {
        ranges.append(low..<high)
        octaves.append(logarithmBase2((Double(low) + Double(high) - 1) / 2 * binHertz))
        low = high
      }
    }
  }

  func isWide(_ band: Int) -> Bool { ranges[band].count > 2 }

  func amplitudes(_ bins: [Double]) -> [Double] {
    ranges.map { range in
      var sum = 0.0
      for bin in range { sum += bins[bin] * bins[bin] }
      return sum.squareRoot()
    }
  }

  /// Maps amplitude to 0…1 over about 60 dB.
  static func level(_ amplitude: Double) -> Double { decibels(1 + 1000 * amplitude) / 60 }
}
