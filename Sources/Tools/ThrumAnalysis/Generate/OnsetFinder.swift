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
  private var steps: [SoundFeatures.Step] { sound.steps }

  /// Minimum distance between onsets, s.
  private static let room = 0.03
  /// Minimum distance of a change of pitch from other onsets, s.
  private static let noteRoom = 0.06
  /// Range of comparison on either side, s.
  private static let surroundings = 0.4
  /// Length in seconds of the opening, where a hit has no earlier steps to compare.
  private static let opening = 0.02
  /// Seconds ignored at the end, where the window runs out of sound.
  private static let end = 0.012

  init(_ sound: SoundFeatures, _ line: PitchLine, sensitivity: Double) {
    (self.sound, self.line, self.sensitivity) = (sound, line, sensitivity)
    // At sensitivity 0.5: a rise by 1.5 % of the 60 dB range in every band, or by half of the range in one band.
    least = 0.015 * exponentialBase2(2 * (0.5 - sensitivity))
    crowd = OnsetCrowd(sound, least: least)
    timing = OnsetTiming(sound)
  }

  func onsets() -> [Onset] {
    let reach = max(1, Int(OnsetFinder.surroundings / sound.interval))
    let near = max(1, Int(0.03 / sound.interval))
    let closest = max(1, Int(0.016 / sound.interval))
    var found = firstHit().map { [$0] } ?? []
    for index in steps.indices {
      let flux = Double(steps[index].flux)
      guard flux > least, sound.time(index) < sound.seconds - OnsetFinder.end,
        found.isEmpty || found[0].time > 0 || sound.time(index) > OnsetFinder.room
      else { continue }
      guard isLargest(index, within: closest) else { continue }
      let around = steps[max(0, index - reach)...min(steps.count - 1, index + reach)].map { Double($0.flux) }.sorted()
      let median = around[around.count / 2]
      let usual = around[around.count * 3 / 4] - median
      let stands = flux > median + least + (5.6 - 2 * sensitivity) * usual && isLargest(index, within: near)
      guard stands || isPeak(index, above: 4 * least), !crowd.isTexture(index), !isPartOfTone(index) else { continue }
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

  private func loudest(_ range: Range<Int>) -> Float {
    let (first, end) = (range.lowerBound * SoundFeatures.peaksPerStep, range.upperBound * SoundFeatures.peaksPerStep)
    return sound.peaks[min(first, sound.peaks.count)..<min(end, sound.peaks.count)].max() ?? 0
  }

  /// Returns a hit at the very start: a sound that is loud at once and decays.
  private func firstHit() -> Onset? {
    let count = Int(saturating: (OnsetFinder.opening / sound.interval).rounded())
    guard steps.count > 3 * count, let loudest = steps[...count].indices.max(by: { steps[$0].level < steps[$1].level }),
      steps[0].level > 0.2 * steps[loudest].level
    else { return nil }
    let later = steps[2 * count...3 * count].map(\.level).min() ?? 0
    guard steps[loudest].level > 0, later < 0.5 * steps[loudest].level else { return nil }
    return Onset(
      time: 0, strength: Double(steps[loudest].level), hertz: Double(steps[loudest].centroid), step: 0)
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
      return Onset(time: sound.time(step), strength: after, hertz: Double(steps[step].centroid), step: step)
    }
    let new = notes.filter { note in found.allSatisfy { abs($0.time - note.time) >= OnsetFinder.noteRoom } }
    return (found + new).sorted { $0.time < $1.time }
  }
}

/// Finds onset times in the sound's peaks, more precisely than the spectrum's windows allow.
struct OnsetTiming {
  private let sound: SoundFeatures
  private let quarter: Double

  /// Time from the steepest rise to the attack, s.
  private static let lead = -0.002
  /// Range around the steepest rise in which to find an attack's peak and its start, s.
  private static let after = 0.045, before = 0.06
  /// Calm before an attack, s.
  private static let calm = 0.006
  /// Largest distance of the attack from the steepest rise, s.
  private static let early = 0.05, late = 0.01

  init(_ sound: SoundFeatures) {
    self.sound = sound
    quarter = sound.interval / Double(SoundFeatures.peaksPerStep)
  }

  /// Returns the start (s) of the attack whose steepest rise is at a step: where a line through one tenth and one half
  /// of the rise meets the prior level. Returns the step's own time if the sound was just as loud before.
  func time(of step: Int) -> Double {
    let coarse = max(0, sound.time(step) + OnsetTiming.lead)
    let here = step * SoundFeatures.peaksPerStep
    let last = min(sound.peaks.count - 1, here + frames(OnsetTiming.after))
    let first = max(0, here - frames(OnsetTiming.before))
    guard first < here, here < last else { return coarse }
    let values = sound.peaks[first...last]
    let highest = values[here...].max() ?? 0
    guard let top = values[max(first, here - 8)...].firstIndex(where: { $0 >= 0.7 * highest }) else { return coarse }
    let floor = quiet(values[...here])
    guard values[top] > 2 * floor else { return coarse }
    let tenth = 1.5 * floor + 0.1 * (values[top] - 1.5 * floor)
    let half = floor + 0.5 * (values[top] - floor)
    guard let begin = beginning(values, before: top, above: tenth) else { return coarse }
    let middle = values[begin...].firstIndex { $0 >= half } ?? begin
    let time = Double(begin) * quarter - 0.5 * Double(middle - begin) * quarter
    return time < coarse + OnsetTiming.late && time > coarse - OnsetTiming.early ? max(0, time) : coarse
  }

  /// Returns the maximum of the quietest 10 ms.
  private func quiet(_ values: ArraySlice<Float>) -> Float {
    let width = frames(0.01)
    guard values.count > width else { return values.max() ?? 0 }
    return (values.startIndex...values.endIndex - width).map { values[$0..<$0 + width].max() ?? 0 }.min() ?? 0
  }

  /// Returns where a level is first exceeded between the last calm and a peak.
  private func beginning(_ values: ArraySlice<Float>, before top: Int, above level: Float) -> Int? {
    let calm = frames(OnsetTiming.calm)
    var (begin, quiet) = (top, 0)
    var index = top
    while index > values.startIndex, quiet < calm {
      index -= 1
      if values[index] > level {
        (begin, quiet) = (index, 0)
      } else {
        quiet += 1
      }
    }
    return quiet == calm || index == 0 ? begin : nil
  }

  private func frames(_ seconds: Double) -> Int { max(1, Int(saturating: (seconds / quarter).rounded())) }
}

/// Peaks of the spectral flux. Distinguishes textures, such as rain, from drum rolls, whose peaks are regular.
struct OnsetCrowd {
  private let sound: SoundFeatures
  /// Steps of the peaks, and the rise of the level at each.
  private let peaks: [Int]
  private let rises: [Double]

  /// Distance within which peaks are compared, s.
  private static let reach = 0.8
  /// Minimum number of peaks per second in a texture.
  private static let rate = 8.0
  /// Minimum coefficient of variation of a texture's intervals.
  private static let irregularity = 0.25

  init(_ sound: SoundFeatures, least: Double) {
    self.sound = sound
    let steps = sound.steps
    peaks = steps.indices.filter { index in
      Double(steps[index].flux) > least
        && (max(0, index - 3)...min(steps.count - 1, index + 3)).allSatisfy { steps[$0].flux <= steps[index].flux }
    }
    rises = peaks.map { sound.rise(at: $0) }
  }

  /// Whether a peak is one of many irregularly spaced peaks with at least half its flux and 30 % of its rise.
  func isTexture(_ index: Int) -> Bool {
    let reach = Int(OnsetCrowd.reach / sound.interval)
    let range = max(0, index - reach)...min(sound.steps.count - 1, index + reach)
    var first = peaks.partitioningIndex { $0 >= range.lowerBound }
    var alike: [Int] = []
    let (flux, rise) = (0.5 * sound.steps[index].flux, 0.3 * sound.rise(at: index))
    while first < peaks.count, peaks[first] <= range.upperBound {
      if sound.steps[peaks[first]].flux >= flux, rises[first] >= rise { alike.append(peaks[first]) }
      first += 1
    }
    guard alike.count > 2, Double(alike.count) > OnsetCrowd.rate * Double(range.count) * sound.interval else {
      return false
    }
    let intervals = zip(alike, alike.dropFirst()).map { Double($1 - $0) }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
    return variance.squareRoot() > OnsetCrowd.irregularity * mean
  }
}
