import ThrumPattern
import ThrumDevice

/// Features for haptics, every 5 ms: spectral flux, loudness and brightness.
///
/// Each step takes 16 bytes, and an hour takes 12 MB.
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
  }

  /// Absolute full scale of the levels: the sound's peak.
  package let fullScale: Float
  /// Seconds between steps.
  package let interval: Double
  /// Centre of the first window, s.
  package let start: Double
  package fileprivate(set) var steps: [Step] = []
  package fileprivate(set) var seconds = 0.0

  /// A step's time, s.
  package func time(_ index: Int) -> Double { start + Double(index) * interval }
}

extension SoundFeatures {
  /// Analyses a sound in two passes, the first of which finds its peak. Returns `nil` without frames.
  ///
  /// - Parameter read: passes on all frames, mixed to one channel, in blocks.
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

  /// Audible range, Hz.
  package static let wholeBand = 20.0...16_000
}

/// Extracts features from a mono sound in blocks.
package struct SoundAnalyser {
  package private(set) var features: SoundFeatures
  private let sampleRate: SampleRate
  private let hop: Int
  private let gain: Float
  private var transform: FourierTransform
  private var waiting: [Float] = []
  private var frames = 0
  private var bands: Bands
  private let binHertz: Double
  private let chosenBins: ClosedRange<Int>
  private var one: [Double]
  private var other: [Double]
  private var history: [(levels: [Double], amplitudes: [Double])] = []

  /// - Parameters:
  ///   - peak: used as full scale.
  ///   - band: range for the level, Hz.
  package init(sampleRate: SampleRate, peak: Float, band: ClosedRange<Double>) {
    self.sampleRate = sampleRate
    hop = max(1, Int((sampleRate / 200).rounded()))
    var count = 64
    while Double(count) < sampleRate * 0.018 { count *= 2 }
    gain = peak > 1e-5 ? 1 / peak : 0
    transform = FourierTransform(count: count)
    binHertz = sampleRate / Double(count)
    bands = Bands(binHertz: sampleRate / Double(count), bins: count / 2)
    one = [Double](repeating: 0, count: count / 2 + 1)
    other = one
    let first = min(count / 2, max(1, Int((band.lowerBound / binHertz).rounded())))
    chosenBins = first...max(first, min(count / 2, Int((band.upperBound / binHertz).rounded())))
    features = SoundFeatures(fullScale: peak, interval: Double(hop) / sampleRate, start: 0)
    // The first window is centred on the first frame.
    waiting = [Float](repeating: 0, count: count / 2)
  }

  package mutating func add(_ samples: [Float]) {
    frames += samples.count
    for sample in samples { waiting.append(sample * gain) }
    drain()
  }

  package mutating func finish() {
    waiting.append(contentsOf: [Float](repeating: 0, count: transform.count + 2 * hop))
    drain()
    features.seconds = Double(frames) / sampleRate
    let most = Int((features.seconds / features.interval).rounded(.up)) + 1
    if features.steps.count > most { features.steps.removeLast(features.steps.count - most) }
  }

  private mutating func drain() {
    var start = 0
    while waiting.count - start >= transform.count + hop {
      waiting.withUnsafeBufferPointer { transform.amplitudes($0, start, start + hop, into: &one, &other) }
      step(one)
      step(other)
      start += 2 * hop
    }
    waiting.removeFirst(start)
  }

  private mutating func step(_ amplitudes: [Double]) {
    var result = SoundFeatures.Step()
    var (energy, sum, weighted) = (0.0, 0.0, 0.0)
    for bin in 1..<amplitudes.count {
      sum += amplitudes[bin]
      weighted += amplitudes[bin] * Double(bin)
    }
    // A Hann window spreads a sine's energy over 1.5 bins.
    for bin in chosenBins { energy += amplitudes[bin] * amplitudes[bin] }
    result.level = Float((energy / 3).squareRoot())
    result.centroid = sum > 1e-9 ? Float(weighted / sum * binHertz) : 0
    let heard = bands.amplitudes(amplitudes)
    let levels = heard.map(Bands.level)
    if history.count == 3 {
      let before = history.removeFirst()
      var (rise, louder, place) = (0.0, 0.0, 0.0)
      for band in levels.indices {
        // Neighbouring bands absorb glides. Low bands are too narrow and overlap anyway.
        let reach = bands.isWide(band) ? 1 : 0
        let neighbours = max(0, band - reach)...min(levels.count - 1, band + reach)
        rise += max(0, levels[band] - (before.levels[neighbours].max() ?? 0))
        let new = max(0, heard[band] - before.amplitudes[band])
        louder += new
        place += new * bands.octaves[band]
      }
      result.flux = Float(rise / Double(levels.count))
      result.newCentroid = louder > 1e-9 ? Float(exponentialBase2(place / louder)) : 0
    }
    history.append((levels, heard))
    features.steps.append(result)
  }
}

/// Logarithmic bands, four per octave from 30 Hz to 15 kHz, with logarithmic levels.
private struct Bands {
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
