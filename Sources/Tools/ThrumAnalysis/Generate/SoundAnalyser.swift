import ThrumDevice
import ThrumFeel
import ThrumPattern

package struct SoundAnalyser {
  package private(set) var features: SoundFeatures
  private let sampleRate: SampleRate
  private let hop: Int
  private let gain: Float
  private var transform: FourierTransform
  private var waiting: [Float] = []
  private var frames = 0
  private var bands: SpectrumBands
  private var pitch: PitchTracker
  private let binHertz: Double
  private let chosenBins: ClosedRange<Int>
  private var one: [Double]
  private var other: [Double]
  private var history: [(levels: [Double], amplitudes: [Double])] = []

  /// - Parameter band: range covered by levels, Hz.
  package init(sampleRate: SampleRate, peak: Float, band: ClosedRange<Double>) {
    self.sampleRate = sampleRate
    hop = max(1, Int(saturating: (sampleRate / 200).rounded()))
    var count = 64
    while Double(count) < sampleRate * 0.018 { count *= 2 }
    gain = peak > 1e-5 ? 1 / peak : 0
    transform = FourierTransform(count: count)
    binHertz = sampleRate / Double(count)
    bands = SpectrumBands(binHertz: sampleRate / Double(count), bins: count / 2)
    pitch = PitchTracker(sampleRate: sampleRate, hop: hop)
    one = [Double](repeating: 0, count: count / 2 + 1)
    other = one
    let first = min(count / 2, max(1, Int(saturating: (band.lowerBound / binHertz).rounded())))
    chosenBins = first...max(first, min(count / 2, Int(saturating: (band.upperBound / binHertz).rounded())))
    features = SoundFeatures(fullScale: peak, interval: Double(hop) / sampleRate)
    waiting = [Float](repeating: 0, count: count / 2)
  }

  package mutating func add(_ samples: [Float]) {
    let first = waiting.count
    for sample in samples {
      let sample = sample * gain
      waiting.append(sample)
      let place = frames * SoundFeatures.peaksPerStep / hop
      // At very low sample rates, a frame is longer than a quarter of a step.
      while place >= features.peaks.count { features.peaks.append(0) }
      features.peaks[place] = max(features.peaks[place], abs(sample))
      frames += 1
    }
    pitch.add(waiting[first...])
    drain()
  }

  package mutating func finish() {
    waiting.append(contentsOf: [Float](repeating: 0, count: transform.count + 2 * hop))
    drain()
    pitch.finish()
    features.seconds = Double(frames) / sampleRate
    let most = Int(saturating: (features.seconds / features.interval).rounded(.up)) + 1
    if features.steps.count > most { features.steps.removeLast(features.steps.count - most) }
    for (index, hertz) in zip(features.steps.indices, pitch.pitches) { features.steps[index].pitch = hertz }
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
    let levels = heard.map(SpectrumBands.level)
    if history.count == 3 {
      let before = history.removeFirst()
      var (rise, louder, place) = (0.0, 0.0, 0.0)
      for band in levels.indices {
        // Neighbouring bands absorb glides. Low bands are narrow and overlap anyway.
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

/// A sound low-passed near 2 kHz by three moving averages, decimated to about 6 kHz.
struct LowBand {
  /// Frames per decimated frame.
  let factor: Int
  private(set) var samples: [Float] = []
  /// Energies of the unfiltered sound around each decimated frame.
  private var energies: [Float] = []
  private let weights: [Float]
  private var waiting: [Float]

  init(sampleRate: Double) {
    factor = max(1, Int(sampleRate / 6_000))
    let box = [Float](repeating: 1 / Float(factor), count: factor)
    weights = LowBand.convolved(box, LowBand.convolved(box, box))
    waiting = [Float](repeating: 0, count: weights.count / 2)
  }

  mutating func add(_ new: ArraySlice<Float>) {
    waiting += new
    var start = 0
    while start + weights.count <= waiting.count {
      var (sum, energy): (Float, Float) = (0, 0)
      for index in weights.indices { sum += weights[index] * waiting[start + index] }
      let middle = start + factor - 1
      for index in middle..<middle + factor { energy += waiting[index] * waiting[index] }
      samples.append(sum)
      energies.append(energy / Float(factor))
      start += factor
    }
    waiting.removeFirst(start)
  }

  mutating func pad(_ count: Int) {
    samples += [Float](repeating: 0, count: count)
    energies += [Float](repeating: 0, count: count)
  }

  func energy(_ range: Range<Int>) -> Float { energies[range].reduce(0, +) }

  mutating func removeFirst(_ count: Int) {
    samples.removeFirst(count)
    energies.removeFirst(count)
  }

  private static func convolved(_ a: [Float], _ b: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: a.count + b.count - 1)
    for (i, x) in a.enumerated() {
      for (j, y) in b.enumerated() { result[i + j] += x * y }
    }
    return result
  }
}

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
      let high = min(bins + 1, max(low + 1, Int(saturating: (edge / binHertz).rounded())))
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
