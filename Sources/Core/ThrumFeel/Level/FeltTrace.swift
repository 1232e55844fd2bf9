import ThrumDevice
import ThrumOffline
import ThrumPattern

/// Felt level of an acceleration over time, by the law of ``FeltMeter``.
///
/// Short spectra (40 ms) every 10 ms; a level weights their energies as the meter's Hann window of 533 ms does, so the
/// strongest level is that of the meter, but what is stored is short enough to follow rhythm.
package struct FeltTrace: Sendable {
  /// Time between two levels, s.
  package static let step = 0.01
  static let stepsPerSecond = 100
  /// Levels before the first and after the last spectrum.
  static let reach = 26

  /// Weights of the spectra around a level, with a sum of 1.
  private static let weights = weights(seconds: FeltMeter.windowSeconds, reach: reach)

  /// Weights of a Hann window for energies at every ``step`` around its middle, with a sum of 1.
  static func weights(seconds: Double, reach: Int) -> [Double] {
    let weights = (-reach...reach).map { place -> Double in
      let cosine = sineOfTurns(0.25 + 0.5 * Double(place) * step / seconds)
      return cosine * cosine * cosine * cosine
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  private static let (window, hop, count) = (64, 16, 128)

  private let framesPerSample: Int
  private let bins: FeltBins
  private var transform: FourierTransform
  private var spectra: (first: [Double], second: [Double])
  private var sum = 0.0
  private var summed = 0
  private var samples: [Float]
  /// One reading every 10 ms, from 0 s on.
  private var readings: [FeltMeter.Reading] = []

  init(sampleRate: SampleRate) {
    framesPerSample = max(1, Int(nearestFrame(sampleRate / 1_600)))
    let rate = sampleRate / Double(framesPerSample)
    let (window, count) = (FeltTrace.window, FeltTrace.count)
    bins = FeltBins(rate: rate, count: count, window: window)
    transform = FourierTransform(count: count, window: window)
    let empty = [Double](repeating: 0, count: count / 2 + 1)
    spectra = (empty, empty)
    // The first spectrum is centred on 0 s.
    samples = [Float](repeating: 0, count: window / 2)
  }

  /// Renders patterns, at most some seconds of them.
  init<Failure>(
    of patterns: [Pattern], _ settings: RenderSettings, atMost seconds: Double = .infinity, _ work: Work<Failure>
  ) throws(Failure) {
    self.init(sampleRate: settings.sampleRate)
    var renderer = OfflineRenderer(patterns, settings: settings, signal: .acceleration)
    var frames = 0.0
    while frames < seconds * settings.sampleRate,
      renderer.renderNext({ samples in
        add(samples)
        frames += Double(samples.count)
      })
    { try work.check() }
    finish()
  }

  /// Adds samples in g.
  mutating func add(_ accelerations: UnsafeBufferPointer<Float>) {
    for acceleration in accelerations {
      sum += Double(acceleration)
      summed += 1
      guard summed == framesPerSample else { continue }
      samples.append(Float(sum / Double(framesPerSample)))
      (sum, summed) = (0, 0)
      if samples.count == FeltTrace.window + FeltTrace.hop { read() }
    }
  }

  /// Adds silence, which completes the last spectra.
  mutating func finish() {
    let rest = (2 * FeltTrace.window) * framesPerSample
    [Float](repeating: 0, count: rest).withUnsafeBufferPointer { add($0) }
  }

  private mutating func read() {
    defer { samples.removeFirst(2 * FeltTrace.hop) }
    guard samples.contains(where: { abs($0) > 1e-6 }) else {
      readings += [FeltMeter.Reading(), FeltMeter.Reading()]
      return
    }
    samples.withUnsafeBufferPointer {
      transform.amplitudes($0, 0, FeltTrace.hop, into: &spectra.first, &spectra.second)
    }
    readings += [bins.reading(of: spectra.first), bins.reading(of: spectra.second)]
  }

  /// Energy at every ``step`` from 0 s on, relative to a steady sine at the threshold.
  var energies: [Double] { readings.map { $0.overThreshold } }

  /// A moment's level.
  package struct Level: Sendable {
    /// In dB over the threshold.
    package var decibels = FeltMeter.silence
    /// Whether the vibration is felt at this moment, rather than only within the 533 ms around it.
    package var isFelt = false
  }

  /// Levels every ``step``, the first ``reach`` steps before 0 s.
  var levels: [Level] {
    let (reach, weights) = (FeltTrace.reach, FeltTrace.weights)
    guard !readings.isEmpty else { return [] }
    return (-reach..<readings.count + reach).map { place -> Level in
      var sum = FeltMeter.Reading()
      for index in max(0, place - reach)...min(readings.count - 1, place + reach) {
        let (reading, weight) = (readings[index], weights[index - place + reach])
        sum.low.overThreshold += weight * reading.low.overThreshold
        sum.low.overVelocity += weight * reading.low.overVelocity
        sum.high.overThreshold += weight * reading.high.overThreshold
        sum.high.overVelocity += weight * reading.high.overVelocity
      }
      let isSilent = sum.low.overThreshold + sum.high.overThreshold < 1e-12
      guard !isSilent else { return Level() }
      let isFelt = readings.indices.contains(place) && readings[place].overThreshold > 1
      return Level(decibels: max(FeltMeter.silence, sum.level), isFelt: isFelt)
    }
  }
}
