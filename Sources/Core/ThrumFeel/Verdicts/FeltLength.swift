import ThrumDevice

/// Length of a constant event that feels as strong as one whose amplitude varies, for motors with either intensity law.
///
/// Touch integrates energy: an event this long has the energy of the strongest 320 ms, weighted as in ``FeltMeter``.
struct FeltLength: Sendable {
  /// For amplitudes that are the square of intensity, s.
  let squared: Double
  /// For amplitudes proportional to intensity, s.
  let linear: Double

  private init(squared: Double, linear: Double) { (self.squared, self.linear) = (squared, linear) }

  init(constant seconds: Double) { self.init(squared: seconds, linear: seconds) }

  /// `range` is the time of the event, s. `level` is the product of control and envelope that counts as full strength.
  init(
    _ range: ClosedRange<Double>, level: Double, control: (Double) -> Double, envelope: (Double) -> Double
  ) {
    let span = range.upperBound - range.lowerBound
    guard span > 0 else {
      self.init(constant: 0)
      return
    }
    let fewest = max(1, min(64, (span / FeltLength.finest).rounded(.up)))
    let count = Int(min(FeltLength.mostSteps, max(fewest, (span / FeltLength.step).rounded(.up))))
    let step = span / Double(count)
    var (squared, linear): ([Double], [Double]) = ([], [])
    for place in 0..<count {
      let time = range.lowerBound + (Double(place) + 0.5) * step
      let (control, envelope) = (control(time), envelope(time))
      let (square, product) = (control * control * envelope / (level * level), control * envelope / level)
      squared.append(square * square)
      linear.append(product * product)
    }
    let weights = FeltLength.weights(max(step, FeltLength.finest))
    self.init(
      squared: FeltLength.seconds(share: FeltLength.strongest(squared, weights)),
      linear: FeltLength.seconds(share: FeltLength.strongest(linear, weights)))
  }

  /// Resolution in seconds: for long events (limited by `mostSteps`) and for short ones.
  private static let step = 0.0025, mostSteps = 4_096.0, finest = 0.0001
  private static let window = FeltMeter.windowSeconds

  /// Returns the squared Hann weights of one window, with a sum of 1.
  private static func weights(_ step: Double) -> [Double] {
    let count = max(1, Int((window / step).rounded()))
    let weights = (0..<count).map { place -> Double in
      let sine = sineOfTurns(0.5 * (Double(place) + 0.5) / Double(count))
      return sine * sine * sine * sine
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// Returns the highest weighted sum, 0…1 for energies up to 1.
  private static func strongest(_ energies: [Double], _ weights: [Double]) -> Double {
    var most = 0.0
    // The window may extend beyond both ends of the event.
    for first in stride(from: 1 - weights.count, to: energies.count, by: max(1, weights.count / 32)) {
      var sum = 0.0
      for place in max(0, first)..<min(energies.count, first + weights.count) {
        sum += energies[place] * weights[place - first]
      }
      most = max(most, sum)
    }
    return most
  }

  /// Returns the length of a constant event that, in the middle of the window, has this share of the window's energy.
  private static func seconds(share: Double) -> Double {
    guard share < 0.999 else { return MotorResponse.longest }
    var (short, long) = (0.0, window)
    for _ in 0..<30 {
      let middle = (short + long) / 2
      if FeltLength.share(seconds: middle) < share { short = middle } else { long = middle }
    }
    return long
  }

  /// The integral of cos⁴ from −x to x, relative to that from −π/2 to π/2.
  private static func share(seconds: Double) -> Double {
    let turns = 0.5 * seconds / window
    return 2 * turns + (8 * sineOfTurns(turns) + sineOfTurns(2 * turns)) / (6 * Double.pi)
  }
}
