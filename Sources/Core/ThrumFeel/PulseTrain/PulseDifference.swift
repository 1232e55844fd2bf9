import ThrumPattern

/// Squared differences between the levels of a design and of a train in a window of one length, kept up to date while
/// the train changes. Energies are per ``FeltTrace/step`` and relative to full motion.
struct PulseDifference {
  /// Half the window, in steps.
  private let reach: Int
  private let kernel: [Float]
  /// The design's levels, and how much each difference counts. The first is `reach` before 0 s.
  private let wanted, weights: [Float]
  /// The train's energies in the window, and the differences that they cause.
  private var sums, costs: [Float]

  /// - Parameters:
  ///   - seconds: length of the window.
  ///   - weights: for each step from 0 s on.
  init(seconds: Double, design: [Float], weights: [Float], elsewhere: Float) {
    let reach = Int(seconds / FeltTrace.step / 2)
    let kernel = FeltTrace.weights(seconds: seconds, reach: reach).map { Float($0) }
    let count = design.count + 2 * reach
    let energies = PulseDifference.sums(design, kernel)
    (self.reach, self.kernel) = (reach, kernel)
    wanted = energies.map(PulseDifference.level)
    self.weights = (0..<count).map { place in
      weights.indices.contains(place - reach) ? weights[place - reach] : elsewhere
    }
    sums = [Float](repeating: 0, count: count)
    costs = sums
    for place in costs.indices { costs[place] = cost(place, 0) }
  }

  /// How much weaker the train is than the design at a step, dB.
  func missing(at step: Int) -> Float {
    let place = step + reach
    return sums.indices.contains(place) ? wanted[place] - PulseDifference.level(sums[place]) : 0
  }

  /// A change that may be made.
  struct Trial {
    fileprivate let first: Int
    fileprivate let sums, costs: [Float]
    /// By how much the differences fall.
    let gain: Float
  }

  /// - Parameter changes: of the train's energies from step `first` on.
  func trial(_ changes: [Float], from first: Int) -> Trial {
    var energies = PulseDifference.sums(changes, kernel)
    energies.removeLast(max(0, first + energies.count - sums.count))
    var costs = energies
    var gain: Float = 0
    for place in energies.indices {
      energies[place] = max(0, sums[first + place] + energies[place])
      costs[place] = cost(first + place, energies[place])
      gain += self.costs[first + place] - costs[place]
    }
    return Trial(first: first, sums: energies, costs: costs, gain: gain)
  }

  mutating func make(_ trial: Trial) {
    for place in trial.sums.indices {
      (sums[trial.first + place], costs[trial.first + place]) = (trial.sums[place], trial.costs[place])
    }
  }

  private static func sums(_ energies: [Float], _ kernel: [Float]) -> [Float] {
    var sums = [Float](repeating: 0, count: energies.count + kernel.count - 1)
    for (place, energy) in energies.enumerated() where energy != 0 {
      for offset in kernel.indices { sums[place + offset] += kernel[offset] * energy }
    }
    return sums
  }

  private func cost(_ place: Int, _ energy: Float) -> Float {
    let difference = PulseDifference.level(energy) - wanted[place]
    return weights[place] * difference * difference
  }

  /// Felt level, where full motion counts as a hold at full intensity on the phone, dB.
  private static func level(_ energy: Float) -> Float { max(0, Float(PulseDesign.full.level) + decibels(energy)) }

  /// 10·log₁₀ of an energy, with an error of less than 0.001 dB.
  private static func decibels(_ energy: Float) -> Float {
    guard energy > 1e-12 else { return -120 }
    let exponent = Float(energy.exponent)
    let t = energy.significand - 1
    var sum: Float = -0.009_310_496
    for factor: Float in [
      0.052_064_69, -0.137_531_24, 0.241_873_7, -0.347_305_47, 0.478_684_8, -0.721_165_9, 1.442_689_9,
    ] { sum = sum * t + factor }
    return 3.010_3 * (exponent + sum * t)
  }
}
