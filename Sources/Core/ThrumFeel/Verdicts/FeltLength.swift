import ThrumDevice
import ThrumPattern

/// Length of a constant event that feels as strong as one whose amplitude varies, for motors with either intensity law.
///
/// Touch integrates energy: an event this long has the energy of the strongest 533 ms, weighted as in ``FeltMeter``.
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
    let (count, step) = FeltLength.steps(span)
    var (squared, linear): ([Double], [Double]) = ([], [])
    for place in 0..<count {
      let time = range.lowerBound + (Double(place) + 0.5) * step
      let (control, envelope) = (control(time), envelope(time))
      let (square, product) = (control * control * envelope / (level * level), control * envelope / level)
      squared.append(square * square)
      linear.append(product * product)
    }
    let weights = FeltLength.weights(step)
    self.init(
      squared: FeltLength.seconds(share: FeltLength.strongest(squared, weights)),
      linear: FeltLength.seconds(share: FeltLength.strongest(linear, weights)))
  }

  /// Resolution in seconds: for long events (limited by `mostSteps`) and for short ones.
  private static let step = 0.0025, mostSteps = 4_096.0, finest = 0.0001
  private static let window = FeltMeter.windowSeconds

  /// Number and length of the steps in which an event is integrated.
  fileprivate static func steps(_ span: Double) -> (count: Int, seconds: Double) {
    let fewest = max(1, min(64, (span / finest).rounded(.up)))
    let count = Int(saturating: min(mostSteps, max(fewest, (span / step).rounded(.up))))
    return (count, span / Double(count))
  }

  /// Returns the squared Hann weights of one window, with a sum of 1.
  fileprivate static func weights(_ step: Double) -> [Double] {
    let count = max(1, Int(saturating: (window / max(step, finest)).rounded()))
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

/// Energies of an event whose strength or sharpness changes, by sharpness, for motors that follow both.
struct FeltMixture: Sendable {
  struct Part: Sendable {
    let sharpness: Double
    /// Share of a constant event's energy, for amplitudes that are the square of intensity.
    let squared: Double
    /// The same for amplitudes proportional to intensity.
    let linear: Double
  }

  /// For each sharpness, the 533 ms in which most of the energy has it.
  let windows: [[Part]]

  var isEmpty: Bool { windows.isEmpty }

  private static let sharpnesses = 17

  /// A constant event.
  init() { windows = [] }

  init(
    _ range: ClosedRange<Double>, level: Double, control: (Double) -> Double, envelope: (Double) -> Double,
    sharpness: (Double) -> Double
  ) {
    let (count, step) = FeltLength.steps(range.upperBound - range.lowerBound)
    var samples: [(sharpness: Int, squared: Double, linear: Double)] = []
    for place in 0..<count {
      let time = range.lowerBound + (Double(place) + 0.5) * step
      let (control, envelope) = (control(time), envelope(time))
      let (square, product) = (control * control * envelope / (level * level), control * envelope / level)
      let index = Int(saturating: (sharpness(time) * Double(FeltMixture.sharpnesses - 1)).rounded())
      samples.append((index, square * square, product * product))
    }
    let weights = FeltLength.weights(step)
    var best = [(energy: Double, sums: [(squared: Double, linear: Double)])](
      repeating: (0, []), count: FeltMixture.sharpnesses)
    for first in stride(from: 1 - weights.count, to: count, by: max(1, weights.count / 32)) {
      var sums = [(squared: Double, linear: Double)](repeating: (0, 0), count: FeltMixture.sharpnesses)
      for place in max(0, first)..<min(count, first + weights.count) {
        let (sample, weight) = (samples[place], weights[place - first])
        sums[sample.sharpness].squared += sample.squared * weight
        sums[sample.sharpness].linear += sample.linear * weight
      }
      for (place, sum) in sums.enumerated() where sum.squared > best[place].energy { best[place] = (sum.squared, sums) }
    }
    windows = best.filter { $0.energy > 0 }.map { window in
      window.sums.enumerated().filter { $0.element.squared > 0 }.map { place, sum in
        Part(
          sharpness: Double(place) / Double(FeltMixture.sharpnesses - 1), squared: sum.squared, linear: sum.linear)
      }
    }
  }
}
