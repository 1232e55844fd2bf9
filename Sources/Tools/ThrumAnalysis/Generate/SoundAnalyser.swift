import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Analyses a sound, as if silence came before it: a hit at the very start is an onset like any other.
struct SoundAnalyser {
  private(set) var features: SoundFeatures
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

  /// Steps of silence before the sound: more than any comparison reaches back for.
  private static let lead = 20

  /// - Parameter band: range covered by levels, Hz.
  init(sampleRate: SampleRate, peak: Float, band: ClosedRange<Double>) {
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
    let lead = SoundAnalyser.lead
    features = SoundFeatures(fullScale: peak, interval: Double(hop) / sampleRate, lead: lead)
    features.peaks = [Float](repeating: 0, count: lead * SoundFeatures.peaksPerStep)
    waiting = [Float](repeating: 0, count: count / 2)
    silence(lead * hop)
  }

  private mutating func silence(_ count: Int) {
    let first = waiting.count
    waiting.append(contentsOf: [Float](repeating: 0, count: count))
    pitch.add(waiting[first...])
  }

  mutating func add(_ samples: [Float]) {
    let first = waiting.count
    for sample in samples {
      let sample = sample * gain
      waiting.append(sample)
      let place = frames * SoundFeatures.peaksPerStep / hop + features.lead * SoundFeatures.peaksPerStep
      // At very low sample rates, a frame is longer than a quarter of a step.
      while place >= features.peaks.count { features.peaks.append(0) }
      features.peaks[place] = max(features.peaks[place], abs(sample))
      frames += 1
    }
    pitch.add(waiting[first...])
    drain()
  }

  mutating func finish() {
    waiting.append(contentsOf: [Float](repeating: 0, count: transform.count + 2 * hop))
    drain()
    pitch.finish()
    features.seconds = Double(frames) / sampleRate
    let most = Int(saturating: (features.seconds / features.interval).rounded(.up)) + 1 + features.lead
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
