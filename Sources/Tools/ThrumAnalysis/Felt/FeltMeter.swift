import ThrumPattern
import ThrumDevice

/// A vibrotactile meter: what a hand feels of an acceleration, in dB above the threshold (``FeltStrength``).
///
/// Every 50 ms it takes the spectrum, from 10 to 400 Hz, of the last 320 ms: the time over which a hand sums (Merchel
/// and Altinsoy 2016). Below and above 50 Hz, different receptors respond; the stronger of the two channels counts
/// fully, the weaker by half (Hollins and Roy 1996). A steady sine reads as its own level, a tap as less than its peak.
/// For comparisons only, since no phone has been measured.
struct FeltMeter {
  /// Energies in each channel, relative to a sine of 1 s at the threshold and at its velocity.
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

    /// Felt level, dB.
    var level: Double {
      let (one, other) = (gain(decibels: low.level), gain(decibels: high.level))
      return decibels(max(one, other) + 0.5 * min(one, other))
    }
  }

  /// Sample rate of the analysis, Hz.
  private static let rate = 2_000.0
  private static let window = 640
  /// Length of a steady sine with the energy of the Hann window, s.
  static let seconds = 0.375 * Double(window) / rate
  private static let step = 100

  private struct Place {
    let isLow: Bool
    let ofThreshold: Double
    let ofVelocity: Double
    let cosines: [Double]
    let sines: [Double]
  }

  private static let places: [Place] = stride(from: 10.0, through: 400, by: 3.125).map { hertz in
    let turns = (0..<window).map { hertz / rate * Double($0) }
    let hann = (0..<window).map { 0.5 - 0.5 * sineOfTurns(0.25 + Double($0) / Double(window)) }
    // A sine of amplitude A has the energy A²/4 · N · Σw² over positive frequencies (Parseval). Averaging before
    // decimation attenuates by `loss`.
    let energy = hann.reduce(0) { $0 + $1 * $1 } * Double(window)
    let loss = sineOfTurns(hertz / rate / 2) / (.pi * hertz / rate)
    func weight(_ decibels: Double) -> Double {
      let over = gain(decibels: -decibels) / loss
      return 4 * over * over / energy
    }
    return Place(
      isLow: hertz < 50, ofThreshold: weight(FeltStrength.threshold(atHertz: hertz)),
      ofVelocity: weight(FeltStrength.velocity(atHertz: hertz)),
      cosines: zip(hann, turns).map { $0 * sineOfTurns($1 + 0.25) },
      sines: zip(hann, turns).map { $0 * sineOfTurns($1) })
  }

  private let framesPerSample: Int
  private var sum = 0.0
  private var summed = 0
  private var samples = [Double](repeating: 0, count: window)
  private var next = 0
  private var untilReading = step
  /// The strongest reading, or `nil` for silence.
  private(set) var strongest: Reading?

  init(sampleRate: SampleRate) { framesPerSample = max(1, Int(nearestFrame(sampleRate / FeltMeter.rate))) }

  /// The strongest level, dB, or `nil` for silence.
  var strongestDecibels: Double? { strongest?.level }

  /// Adds a frame of acceleration, g.
  mutating func add(_ acceleration: Double) {
    sum += acceleration
    summed += 1
    guard summed == framesPerSample else { return }
    let sample = sum / Double(framesPerSample)
    (sum, summed) = (0, 0)
    samples[next] = sample
    next = (next + 1) % FeltMeter.window
    untilReading -= 1
    guard untilReading == 0 else { return }
    read()
  }

  /// Adds silence, which completes the last readings.
  mutating func finish() {
    for _ in 0..<FeltMeter.window * framesPerSample { add(0) }
  }

  private mutating func read() {
    untilReading = FeltMeter.step
    // Skip signals far below the threshold.
    guard samples.contains(where: { abs($0) > 1e-6 }) else { return }
    let ordered = Array(samples[next...] + samples[..<next])
    var reading = Reading()
    for place in FeltMeter.places {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in ordered.enumerated() {
        real += sample * place.cosines[index]
        imaginary += sample * place.sines[index]
      }
      let power = real * real + imaginary * imaginary
      let channel = place.isLow ? \Reading.low : \Reading.high
      reading[keyPath: channel].overThreshold += power * place.ofThreshold
      reading[keyPath: channel].overVelocity += power * place.ofVelocity
    }
    if reading.level > strongest?.level ?? -240 { strongest = reading }
  }
}
