import ThrumDevice
import ThrumPattern

// How strong a vibration feels: the law.
//
// Two rules hold for a hand that grips a device. Near the threshold, strength follows the threshold's shape, a table
// over frequency in m/s². From 34 dB above it, equal velocities feel equally strong. Between them the level is blended
// (`FeltStrength`, which applies to one sine). Two senses in the skin work side by side, one below 50 Hz and one above;
// the level is that of the stronger plus half that of the weaker. And touch sums energy over 200 ms: a short event
// feels weaker than a long one of the same acceleration, and a run of taps stronger than one of them.
//
// `FeltMeter` applies this to any signal by spectra of the last 533 ms and keeps the strongest reading. `FeltReader`
// reads a recording around given moments, and `FeltTrace` is the same law over time. What is rendered to be read is
// decided in `FeelMeasure`; what a level means, felt, faint or lost, only in `FeelVerdict`.
//
// Callers: `info`, `lint`, `feel`, level matching, the studio's lanes and `expectFelt`. All are offline: it allocates
// and must not be called on a render thread.
//
// What must never happen: a second law; a level that falls when the signal rises; a result that depends on the machine,
// because files and tests hold levels. Levels are those of modelled motors: nobody has measured a phone.
//
// Proof: `FeltTests`, `FeelVerdictTests`, `FeelCaseTests`; `make check NAME=feel-check` compares with a second
// implementation in Python. `Docs/Feel.md` has formulas and sources, decision 0075 the reasons.

/// Felt strength of an acceleration, in dB above the threshold of touch (``FeltStrength``, `Docs/Feel.md`).
///
/// Every 50 ms, the meter computes the spectrum from 8 to 400 Hz of the last 533 ms, through a Hann window, which has
/// the energy of 200 ms. A steady sine gives its own level, and a tap gives less than its peak. Levels of a phone are
/// those of a model, since no phone has been measured.
package struct FeltMeter {
  /// The level of silence, dB.
  static let silence = -200.0

  /// Energies relative to two steady sines: one at the threshold, and one with the velocity of the threshold at 160 Hz.
  struct Reading {
    var low = Energies()
    var high = Energies()

    struct Energies {
      var overThreshold = 0.0
      var overVelocity = 0.0

      var level: Double {
        FeltStrength.blended(
          overThreshold: decibels(max(overThreshold, 1e-30)) / 2, overVelocity: decibels(max(overVelocity, 1e-30)) / 2)
      }
    }

    var level: Double {
      let (one, other) = (gain(decibels: low.level), gain(decibels: high.level))
      return decibels(max(one, other) + 0.5 * min(one, other))
    }
  }

  /// Length of a steady sine with the energy of the Hann window, s.
  static let seconds = 0.2
  static let windowSeconds = seconds / 0.375
  private static let stepSeconds = 0.05
  /// In samples, which are at about 1.6 kHz.
  private static let longest = 1_024

  private let bins: FeltBins
  private let framesPerSample: Int
  private let window: Int
  private let step: Int
  private var transform: FourierTransform
  private var spectra: (first: [Double], second: [Double])
  private var sum = 0.0
  private var summed = 0
  /// The last window, and the samples since then.
  private var samples: [Float]
  /// Number of zeros since the last other sample.
  private var quiet: Int
  /// Highest reading, or `nil` for silence.
  private(set) var strongest: Reading?

  package init(sampleRate: SampleRate) {
    framesPerSample = max(1, Int(nearestFrame(sampleRate / 1_600)))
    let rate = sampleRate / Double(framesPerSample)
    window = min(FeltMeter.longest, max(64, Int(nearestFrame(rate * FeltMeter.windowSeconds))))
    step = max(1, min(window / 2, Int(nearestFrame(rate * FeltMeter.stepSeconds))))
    let count = FeltMeter.longest
    transform = FourierTransform(count: count, window: window)
    let empty = [Double](repeating: 0, count: count / 2 + 1)
    spectra = (empty, empty)
    samples = [Float](repeating: 0, count: window - step)
    quiet = samples.count
    bins = FeltBins(rate: rate, count: count, window: window)
  }

  package var strongestDecibels: Double? { strongest?.level }

  /// Acceleration of the strongest reading, in dB above the threshold. Unlike the felt level, it rises dB for dB with
  /// the gain. `nil` for silence.
  package var strongestOverThreshold: Double? {
    strongest.map { decibels(max($0.overThreshold, 1e-30)) / 2 }
  }

  /// Adds a sample in g.
  package mutating func add(_ acceleration: Double) {
    sum += acceleration
    summed += 1
    guard summed == framesPerSample else { return }
    samples.append(Float(sum / Double(framesPerSample)))
    quiet = sum == 0 ? quiet + 1 : 0
    (sum, summed) = (0, 0)
    if samples.count == window + step { read() }
  }

  /// Adds a block of samples, in g once divided by a unit.
  package mutating func add(_ acceleration: UnsafePointer<Double>, frames: Int, unit: Double) {
    if quiet >= samples.count, sum == 0, (0..<frames).allSatisfy({ acceleration[$0] == 0 }) {
      return addSilence(frames)
    }
    for frame in 0..<frames { add(acceleration[frame] / unit) }
  }

  /// Adds samples in g.
  package mutating func add(_ acceleration: UnsafeBufferPointer<Float>, _ range: Range<Int>) {
    if quiet >= samples.count, sum == 0, range.allSatisfy({ acceleration[$0] == 0 }) { return addSilence(range.count) }
    for frame in range { add(Double(acceleration[frame])) }
  }

  /// The same as adding zeros, once the window holds nothing else: a pause costs nothing, however long.
  private mutating func addSilence(_ frames: Int) {
    let (more, rest) = (summed + frames).quotientAndRemainder(dividingBy: framesPerSample)
    summed = rest
    let filled = (samples.count - (window - step) + more) % (2 * step) + window - step
    samples = [Float](repeating: 0, count: filled)
    quiet = filled
  }

  /// Adds silence, which completes the last readings.
  package mutating func finish() {
    for _ in 0..<(window + step) * framesPerSample { add(0) }
  }

  private mutating func read() {
    defer { samples.removeFirst(2 * step) }
    guard samples.contains(where: { abs($0) > 1e-6 }) else { return }
    samples.withUnsafeBufferPointer { transform.amplitudes($0, 0, step, into: &spectra.first, &spectra.second) }
    for spectrum in [spectra.first, spectra.second] {
      let reading = bins.reading(of: spectrum)
      if reading.level > strongest?.level ?? -240 { strongest = reading }
    }
  }
}

/// Weights of a spectrum's bins, in the two channels of touch: below 50 Hz, and up to 400 Hz.
struct FeltBins {
  private struct Bin {
    let number: Int
    let ofThreshold: Double
    let ofVelocity: Double
  }

  private let low: [Bin]
  private let high: [Bin]

  /// - Parameters:
  ///   - rate: samples per second, each the mean of some frames.
  ///   - count: length of the transform.
  ///   - window: length of its Hann window.
  init(rate: Double, count: Int, window: Int) {
    // A sine of amplitude 1 has an energy of 1.5 times this across the bins that it reaches.
    let share = Double(count) / Double(window)
    func bins(_ range: Range<Double>) -> [Bin] {
      (1...count / 2).compactMap { number in
        let hertz = Double(number) * rate / Double(count)
        return range.contains(hertz) ? FeltBins.bin(number, atHertz: hertz, rate: rate, sine: 1.5 * share) : nil
      }
    }
    low = bins(8..<50)
    high = bins(50..<401)
  }

  private static func bin(_ number: Int, atHertz hertz: Double, rate: Double, sine: Double) -> Bin {
    // Averaging before decimation attenuates by `loss`.
    let loss = sineOfTurns(hertz / rate / 2) / (.pi * hertz / rate)
    func weight(_ decibels: Double) -> Double {
      let over = gain(decibels: -decibels) / loss
      return over * over / sine
    }
    return Bin(
      number: number, ofThreshold: weight(FeltStrength.threshold(atHertz: hertz)),
      ofVelocity: weight(FeltStrength.velocity(atHertz: hertz)))
  }

  func reading(of spectrum: [Double]) -> FeltMeter.Reading {
    FeltMeter.Reading(low: FeltBins.energies(low, of: spectrum), high: FeltBins.energies(high, of: spectrum))
  }

  private static func energies(_ bins: [Bin], of spectrum: [Double]) -> FeltMeter.Reading.Energies {
    var energies = FeltMeter.Reading.Energies()
    for bin in bins {
      let power = spectrum[bin.number] * spectrum[bin.number]
      energies.overThreshold += power * bin.ofThreshold
      energies.overVelocity += power * bin.ofVelocity
    }
    return energies
  }
}
