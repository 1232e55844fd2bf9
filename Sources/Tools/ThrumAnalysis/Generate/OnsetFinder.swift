/// Detects onsets by comparing each step's spectral rise with those of the surrounding steps.
struct OnsetFinder {
  struct Onset: Equatable, Sendable {
    /// Seconds.
    var time: Double
    /// RMS of the new sound, full scale 1.
    var strength: Double
    /// Centroid of the new sound, Hz.
    var hertz: Double
  }

  /// From 0 (only the clearest onsets) to 1.
  let sensitivity: Double

  /// Minimum distance between onsets, s.
  private static let room = 0.03
  /// Range with which to compare, ± s.
  private static let surroundings = 0.4
  /// Offset from the steepest rise to the attack, s.
  private static let lead = -0.002
  /// Length of the start in which a first hit has no earlier steps to compare with, s.
  private static let opening = 0.02
  /// Length to ignore at the end, where the window runs out of sound, s.
  private static let end = 0.012

  func onsets(_ sound: SoundFeatures) -> [Onset] {
    let steps = sound.steps
    let reach = max(1, Int(OnsetFinder.surroundings / sound.interval))
    let near = max(1, Int(0.03 / sound.interval))
    let closest = max(1, Int(0.016 / sound.interval))
    // At sensitivity 0.5: 1.5 % of 60 dB in every band, or half of 60 dB in a single one.
    let least = 0.015 * power(4, 0.5 - sensitivity)
    var found = firstHit(sound).map { [$0] } ?? []
    for index in steps.indices {
      let flux = Double(steps[index].flux)
      guard flux > least, sound.time(index) < sound.seconds - OnsetFinder.end,
        found.isEmpty || found[0].time > 0 || sound.time(index) > OnsetFinder.room
      else { continue }
      guard isLargest(index, steps, within: closest) else { continue }
      let around = steps[max(0, index - reach)...min(steps.count - 1, index + reach)].map { Double($0.flux) }.sorted()
      let median = around[around.count / 2]
      // An onset must exceed noise's usual fluctuation.
      let usual = around[around.count * 3 / 4] - median
      let stands = flux > median + least + (5.6 - 2 * sensitivity) * usual && isLargest(index, steps, within: near)
      guard stands || isPeak(index, steps, above: 4 * least) else { continue }
      // A sound that stops also changes the spectrum.
      let onset = onset(at: index, sound)
      if onset.strength > 0 { add(onset, to: &found) }
    }
    return found
  }

  /// Whether no step within `reach` steps has more flux, and no earlier one as much.
  private func isLargest(_ index: Int, _ steps: [SoundFeatures.Step], within reach: Int) -> Bool {
    (max(0, index - reach)...min(steps.count - 1, index + reach)).allSatisfy {
      steps[$0].flux < steps[index].flux || ($0 >= index && steps[$0].flux == steps[index].flux)
    }
  }

  /// Whether the flux rises out of near silence and returns to it, as for each of many close hits, whose own flux is
  /// what is usual around them.
  private func isPeak(_ index: Int, _ steps: [SoundFeatures.Step], above least: Double) -> Bool {
    let flux = steps[index].flux
    guard Double(flux) > least, index >= 5, index + 5 < steps.count else { return false }
    // In noise, single steps are that quiet.
    func isQuiet(_ side: ArraySlice<SoundFeatures.Step>) -> Bool { side.count { $0.flux < 0.25 * flux } >= 2 }
    return isQuiet(steps[index - 5..<index]) && isQuiet(steps[index + 1...index + 5])
  }

  /// A hit at the very start: loud at once, and decaying.
  private func firstHit(_ sound: SoundFeatures) -> Onset? {
    let steps = sound.steps
    let count = Int((OnsetFinder.opening / sound.interval).rounded())
    guard steps.count > 3 * count, let loudest = steps[...count].indices.max(by: { steps[$0].level < steps[$1].level }),
      steps[0].level > 0.2 * steps[loudest].level
    else { return nil }
    let later = steps[2 * count...3 * count].map(\.level).min() ?? 0
    guard steps[loudest].level > 0, later < 0.5 * steps[loudest].level else { return nil }
    return Onset(
      time: 0, strength: Double(steps[loudest].level), hertz: Double(steps[loudest].centroid))
  }

  private func onset(at index: Int, _ sound: SoundFeatures) -> Onset {
    let steps = sound.steps
    let before = steps[max(0, index - 5)...max(0, index - 3)].map { Double($0.level) }.min() ?? 0
    let after = steps[index...min(steps.count - 1, index + 6)].map { Double($0.level) }.max() ?? 0
    let strength = max(0, after * after - 1.02 * before * before).squareRoot()
    return Onset(
      time: max(0, sound.time(index) + OnsetFinder.lead), strength: strength, hertz: Double(steps[index].newCentroid))
  }

  private func add(_ onset: Onset, to found: inout [Onset]) {
    guard let last = found.last, onset.time - last.time < OnsetFinder.room else { return found.append(onset) }
    if onset.strength > last.strength { found[found.count - 1] = onset }
  }

  private func power(_ base: Double, _ exponent: Double) -> Double {
    // In steps of 2^¼. Square roots, unlike powers, are identical on every machine.
    let quarter = base.squareRoot().squareRoot()
    var result = 1.0
    let steps = Int((abs(exponent) * 8).rounded())
    for _ in 0..<steps { result *= quarter.squareRoot() }
    return exponent < 0 ? 1 / result : result
  }
}
