import ThrumPattern
import ThrumDevice

/// A vibrotactile meter: how far what is felt lies above the threshold of touch, dB, integrated over 200 ms.
///
/// Every 50 ms the spectrum of the last 200 ms, from 10 to 400 Hz, is weighted with ``TouchThreshold``. A steady sine reads its
/// amplitude over the threshold at its frequency; a tap, which is shorter than the integration, reads less than its peak. The
/// readings are relative as long as no phone has been recorded: they compare events with each other.
///
/// - Thread: one at a time.
struct TouchMeter {
  /// Samples that are looked at a second; what is faster is not felt.
  private static let rate = 2_000.0
  private static let window = 400
  /// Energy that a sine of amplitude 1 has in the window, which weighs the squares with 3/8 (Hann), s.
  static let sineEnergy = 0.5 * 0.375 * Double(window) / rate
  private static let step = 100

  /// A frequency that is looked at: its share of the energy, and a turn of it over the window.
  private struct Place {
    let weight: Double
    let cosines: [Double]
    let sines: [Double]
  }

  private static let places: [Place] = stride(from: 10.0, through: 400, by: 5).map { hertz in
    let turns = (0..<window).map { hertz / rate * Double($0) }
    let hann = (0..<window).map { 0.5 - 0.5 * sineOfTurns(0.25 + Double($0) / Double(window)) }
    // Over the positive frequencies a sine of amplitude A has the energy A²/4 · N · Σw² (Parseval). The averaging before has taken
    // some of the higher frequencies.
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

  /// Nothing felt yet.
  init(sampleRate: SampleRate) { framesPerSample = max(1, Int(nearestFrame(sampleRate / TouchMeter.rate))) }

  /// The strongest reading, dB over the threshold; `nil` for silence.
  var strongestDecibels: Double? { most > 1e-12 ? decibels(most) / 2 : nil }

  /// Takes a frame of the device's acceleration, g.
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

  /// The last reading: what came after the one before counts too.
  mutating func finish() {
    for _ in 0..<TouchMeter.window * framesPerSample { add(0) }
  }

  private mutating func read() {
    untilReading = TouchMeter.step
    // Far below anything felt: nothing to look at.
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
