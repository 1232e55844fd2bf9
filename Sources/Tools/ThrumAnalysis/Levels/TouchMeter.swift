import ThrumPattern
import ThrumDevice

/// A vibrotactile meter: dB above the threshold of touch, integrated over 200 ms.
///
/// Every 50 ms, weights the spectrum of the last 200 ms from 10 to 400 Hz with ``TouchThreshold``. A steady sine reads
/// as its amplitude relative to the threshold, a tap as less than its peak. For comparisons only, since no phone has
/// been measured.
struct TouchMeter {
  /// Sample rate of the analysis, Hz.
  private static let rate = 2_000.0
  private static let window = 400
  /// Energy of a sine with amplitude 1 in the Hann window, s.
  static let sineEnergy = 0.5 * 0.375 * Double(window) / rate
  private static let step = 100

  private struct Place {
    let weight: Double
    let cosines: [Double]
    let sines: [Double]
  }

  private static let places: [Place] = stride(from: 10.0, through: 400, by: 5).map { hertz in
    let turns = (0..<window).map { hertz / rate * Double($0) }
    let hann = (0..<window).map { 0.5 - 0.5 * sineOfTurns(0.25 + Double($0) / Double(window)) }
    // A sine of amplitude A has the energy A²/4 · N · Σw² over positive frequencies (Parseval). Averaging before
    // decimation attenuates by `loss`.
    let energy = hann.reduce(0) { $0 + $1 * $1 } * Double(window)
    let loss = sineOfTurns(hertz / rate / 2) / (.pi * hertz / rate)
    let over = gain(decibels: -TouchThreshold.decibels(atHertz: hertz)) / loss
    return Place(
      weight: 4 * over * over / energy, cosines: zip(hann, turns).map { $0 * sineOfTurns($1 + 0.25) },
      sines: zip(hann, turns).map { $0 * sineOfTurns($1) })
  }

  private let framesPerSample: Int
  private var sum = 0.0
  private var summed = 0
  private var samples = [Double](repeating: 0, count: window)
  private var next = 0
  private var untilReading = step
  private var most = 0.0

  init(sampleRate: SampleRate) { framesPerSample = max(1, Int(nearestFrame(sampleRate / TouchMeter.rate))) }

  /// The strongest reading, dB, or `nil` for silence.
  var strongestDecibels: Double? { most > 1e-12 ? decibels(most) / 2 : nil }

  /// Adds a frame of acceleration, g.
  mutating func add(_ acceleration: Double) {
    sum += acceleration
    summed += 1
    guard summed == framesPerSample else { return }
    let sample = sum / Double(framesPerSample)
    (sum, summed) = (0, 0)
    samples[next] = sample
    next = (next + 1) % TouchMeter.window
    untilReading -= 1
    guard untilReading == 0 else { return }
    read()
  }

  /// Adds silence, which completes the last readings.
  mutating func finish() {
    for _ in 0..<TouchMeter.window * framesPerSample { add(0) }
  }

  private mutating func read() {
    untilReading = TouchMeter.step
    // Skip signals far below the threshold.
    guard samples.contains(where: { abs($0) > 1e-6 }) else { return }
    let ordered = samples[next...] + samples[..<next]
    let energy = TouchMeter.places.reduce(0.0) { total, place in
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in ordered.enumerated() {
        real += sample * place.cosines[index]
        imaginary += sample * place.sines[index]
      }
      return total + (real * real + imaginary * imaginary) * place.weight
    }
    most = max(most, energy)
  }
}
