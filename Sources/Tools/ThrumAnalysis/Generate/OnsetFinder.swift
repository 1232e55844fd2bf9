/// Finds the onsets of a sound: steps at which more is new than the steps around them explain.
struct OnsetFinder {
  /// A beginning.
  struct Onset: Equatable, Sendable {
    /// Seconds.
    var time: Double
    /// Loudness of what begins, full scale 1.
    var strength: Double
    /// Centre of what is new, Hz.
    var hertz: Double
  }

  /// 0 finds the clearest only, 1 the faintest too.
  let sensitivity: Double

  /// Onsets lie this far apart at least, s.
  private static let room = 0.045
  /// A step is compared with those this far around it, s.
  private static let surroundings = 0.4
  /// The spectrum rises most a little before the attack is in the middle of the window.
  private static let lead = 0.004
  /// Before the end the window runs out of sound, which is no beginning, s.
  private static let end = 0.012

  func onsets(_ sound: SoundFeatures) -> [Onset] {
    let steps = sound.steps
    let reach = max(1, Int(OnsetFinder.surroundings / sound.interval))
    let near = max(1, Int(0.03 / sound.interval))
    // The least rise that counts at 0.5: 1.5 % of 60 dB in every band, or half of it in one.
    let least = 0.015 * power(4, 0.5 - sensitivity)
    var found: [Onset] = []
    for index in steps.indices {
      let flux = Double(steps[index].flux)
      guard flux > least, sound.time(index) < sound.seconds - OnsetFinder.end else { continue }
      let close = max(0, index - near)...min(steps.count - 1, index + near)
      guard
        close.allSatisfy({ steps[$0].flux < steps[index].flux || ($0 >= index && steps[$0].flux == steps[index].flux) })
      else { continue }
      let around = steps[max(0, index - reach)...min(steps.count - 1, index + reach)].map { Double($0.flux) }.sorted()
      let median = around[around.count / 2]
      // Noise rises and falls all the time: what stands out does so against its usual rises.
      let usual = around[around.count * 3 / 4] - median
      guard flux > median + least + (5.6 - 2 * sensitivity) * usual else { continue }
      // A sound that is cut off has a new spectrum, too, but nothing begins.
      let onset = onset(at: index, sound)
      if onset.strength > 0 { add(onset, to: &found) }
    }
    return found
  }

  private func onset(at index: Int, _ sound: SoundFeatures) -> Onset {
    let steps = sound.steps
    let before = steps[max(0, index - 5)...max(0, index - 3)].map { Double($0.level) }.min() ?? 0
    let after = steps[index...min(steps.count - 1, index + 6)].map { Double($0.level) }.max() ?? 0
    let strength = max(0, after * after - 1.02 * before * before).squareRoot()
    return Onset(
      time: max(0, sound.time(index) + OnsetFinder.lead), strength: strength, hertz: Double(steps[index].newCentroid))
  }

  /// Of two that are too close the stronger stays.
  private func add(_ onset: Onset, to found: inout [Onset]) {
    guard let last = found.last, onset.time - last.time < OnsetFinder.room else { return found.append(onset) }
    if onset.strength > last.strength { found[found.count - 1] = onset }
  }

  private func power(_ base: Double, _ exponent: Double) -> Double {
    // Sensitivity moves in quarters of a factor of two; the root of the root is exact on every machine.
    let quarter = base.squareRoot().squareRoot()
    var result = 1.0
    let steps = Int((abs(exponent) * 8).rounded())
    for _ in 0..<steps { result *= quarter.squareRoot() }
    return exponent < 0 ? 1 / result : result
  }
}
