import ThrumDevice
import ThrumPattern

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
