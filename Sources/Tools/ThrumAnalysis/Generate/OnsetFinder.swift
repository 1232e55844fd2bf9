import ThrumPattern

/// Detects onsets as spectral rises that exceed those nearby, and as changes of pitch.
struct OnsetFinder {
  struct Onset: Equatable, Sendable {
    /// In seconds.
    var time: Double
    /// RMS of the new sound, full scale 1.
    var strength: Double
    /// Centroid of the new sound.
    var hertz: Double
    var step: Int
  }

  let sensitivity: Double
  private let sound: SoundFeatures
  private let line: PitchLine
  private let least: Double
  private let crowd: OnsetCrowd
  private let timing: OnsetTiming
  private let drops: TextureDrops
  private var steps: [SoundFeatures.Step] { sound.steps }

  /// Minimum distance between onsets, s.
  private static let room = 0.03
  /// Minimum distance of a change of pitch from other onsets, s.
  private static let noteRoom = 0.06
  /// Range of comparison on either side, s.
  private static let surroundings = 0.4
  /// Steps of the opening of a sound, and of the longest dip within a low tone.
  private static let opening = 10, dip = 4
  /// Level of a background relative to what is heard over it at most, and of its dips at least.
  private static let weak: Float = 0.5
  /// Steps of silence before the sound that count as its surroundings.
  private static let silence = 10
  /// Seconds ignored at the end, where the window runs out of sound.
  private static let end = 0.012

  init(_ sound: SoundFeatures, _ line: PitchLine, sensitivity: Double) {
    (self.sound, self.line, self.sensitivity) = (sound, line, sensitivity)
    // At sensitivity 0.5: a rise by 1.5 % of the 60 dB range in every band, or by half of the range in one band.
    least = 0.015 * exponentialBase2(2 * (0.5 - sensitivity))
    crowd = OnsetCrowd(sound, least: least)
    timing = OnsetTiming(sound)
    drops = TextureDrops(sound, sensitivity: sensitivity)
  }

  func onsets() -> [Onset] {
    let reach = max(1, Int(OnsetFinder.surroundings / sound.interval))
    let near = max(1, Int(0.03 / sound.interval))
    let closest = max(1, Int(0.016 / sound.interval))
    let first = sound.lead - OnsetFinder.silence
    let background = opensWithBackground ? sound.lead + near : 0
    var found: [Onset] = []
    for index in steps.indices where index >= background {
      let flux = Double(steps[index].flux)
      guard flux > least, sound.time(index) < sound.seconds - OnsetFinder.end else { continue }
      guard isLargest(index, within: closest) else { continue }
      let around = steps[max(first, index - reach)...min(steps.count - 1, index + reach)].map { Double($0.flux) }
        .sorted()
      let median = around[around.count / 2]
      let usual = around[around.count * 3 / 4] - median
      let stands = flux > median + least + (5.6 - 2 * sensitivity) * usual && isLargest(index, within: near)
      let isSingle = (stands || isPeak(index, above: 4 * least)) && !crowd.isTexture(index)
      guard isSingle || drops.isDrop(index), !isPartOfTone(index), !isSwell(index) else { continue }
      // A sound that stops also changes the spectrum.
      let onset = onset(at: index)
      if onset.strength > 0 { add(onset, to: &found) }
    }
    return withNotes(found)
  }

  /// Whether the step has the most flux within `reach`. If several steps have the most, the first counts.
  private func isLargest(_ index: Int, within reach: Int) -> Bool {
    (max(0, index - reach)...min(steps.count - 1, index + reach)).allSatisfy {
      steps[$0].flux < steps[index].flux || ($0 >= index && steps[$0].flux == steps[index].flux)
    }
  }

  /// Whether the flux rises out of near silence and returns to it. Detects close hits, which do not stand out from each
  /// other.
  private func isPeak(_ index: Int, above least: Double) -> Bool {
    let flux = steps[index].flux
    guard Double(flux) > least, index >= 5, index + 5 < steps.count else { return false }
    // In noise, one step alone can be quiet.
    func isQuiet(_ side: ArraySlice<SoundFeatures.Step>) -> Bool { side.count { $0.flux < 0.25 * flux } >= 2 }
    return isQuiet(steps[index - 5..<index]) && isQuiet(steps[index + 1...index + 5])
  }

  /// Whether a rise is part of a sustained tone: a period of a low tone, or a partial of a gliding one.
  private func isPartOfTone(_ index: Int) -> Bool {
    guard index >= 8, index + 8 < steps.count, !line.noteChanges.contains(where: { abs($0 - index) <= 4 }) else {
      return false
    }
    let around = steps[index - 8...index + 8]
    guard around.allSatisfy({ $0.pitch > 0 }), let low = around.map(\.pitch).min(),
      let high = around.map(\.pitch).max(),
      high < 1.06 * low
    else { return false }
    return loudest(index..<index + 7) < 1.12 * loudest(index - 8..<index - 1)
  }

  /// Whether a level keeps growing slowly, as that of a sound that fades in out of silence.
  private func isSwell(_ index: Int) -> Bool {
    let levels = (1...5).map { Double(steps[min(steps.count - 1, index + 6 * $0)].level) }
    return levels[4] > 4 * levels[0]
      && zip(levels, levels.dropFirst()).allSatisfy { $1 > 1.05 * $0 && $1 < 2.3 * $0 }
  }

  private func loudest(_ range: Range<Int>) -> Float {
    let (first, end) = (range.lowerBound * SoundFeatures.peaksPerStep, range.upperBound * SoundFeatures.peaksPerStep)
    return sound.peaks[min(first, sound.peaks.count)..<min(end, sound.peaks.count)].max() ?? 0
  }

  /// Whether the sound opens with a background that lasts: it was there before, so its start is no onset.
  private var opensWithBackground: Bool {
    let opening = sound.lead..<min(steps.count, sound.lead + OnsetFinder.opening)
    let first = steps[opening].map(\.level).max() ?? 0
    guard first > 0, first < OnsetFinder.weak * (steps.map(\.level).max() ?? 0) else { return false }
    // A step may fall into the dip of a low tone.
    let end = steps.count - OnsetFinder.opening
    return stride(from: opening.upperBound, to: end, by: OnsetFinder.dip).allSatisfy { begin in
      steps[begin..<begin + OnsetFinder.dip].contains { $0.level > OnsetFinder.weak * first }
    }
  }

  private func onset(at index: Int) -> Onset {
    return Onset(
      time: timing.time(of: index), strength: sound.rise(at: index), hertz: Double(steps[index].newCentroid),
      step: index)
  }

  private func add(_ onset: Onset, to found: inout [Onset]) {
    guard let last = found.last, onset.time - last.time < OnsetFinder.room else { return found.append(onset) }
    if onset.strength > last.strength { found[found.count - 1] = onset }
  }

  /// Adds onsets for changes of pitch that have no spectral rise. The whole new note counts as new sound.
  private func withNotes(_ found: [Onset]) -> [Onset] {
    let notes = line.noteChanges.map { step in
      let after = steps[step...min(steps.count - 1, step + 12)].map { Double($0.level) }.max() ?? 0
      return Onset(time: max(0, sound.time(step)), strength: after, hertz: Double(steps[step].centroid), step: step)
    }
    let new = notes.filter { note in found.allSatisfy { abs($0.time - note.time) >= OnsetFinder.noteRoom } }
    return (found + new).sorted { $0.time < $1.time }
  }
}
