import ThrumDevice
import ThrumPattern

/// Generates a pattern from a sound. Transients mark onsets, and continuous events follow loudness and pitch or
/// brightness.
package struct PatternGenerator: Sendable {
  package struct Options: Sendable {
    /// From 0 (only the clearest onsets) to 1 (faint ones too). Above ½, also the strongest drops of textures.
    package var sensitivity = 0.5
    /// Change of the sound's level, dB.
    package var gain = 0.0
    /// How closely curves follow the sound: from 0 (few points) to 1.
    package var resolution = 0.5
    /// The sharpness of the lowest and of the highest frequencies.
    package var sharpness = 0.0...1.0
    package var follow = FollowedFrequency.pitch
    package var hasTransients = true
    package var hasContinuous = true
    /// Maximum number of events. Keeps the longest continuous events, then the strongest transients. `nil` keeps all.
    package var mostEvents: Int?
    /// Sound that plays along with the pattern.
    package var soundPath: String?

    package init() {}

    /// Accepted values, and those for sensitivity, resolution and sharpness.
    package static let gains = -24.0...24.0, shares = 0.0...1.0
  }

  /// Maximum deviation of the curves at the default resolution; at 0 it is three times, at 1 a third of it.
  package static let intensityError = 0.03, sharpnessError = 0.06
  private static let mostPoints = EventLimits.curvePoints
  /// Level in dBFS below which nothing is heard. It is above the dither and hiss of recordings.
  package static let floorDecibels = -70.0
  /// Maximum ratio of the level that maps to full intensity to the level that most of the sound stays below.
  private static let headroom = 2.0
  /// Shortest period, in steps, over which the level is averaged: that of 200 Hz.
  private static let shortestPeriod = 1.0
  /// Seconds after an event at which its intensity control returns to 1: later than the release.
  private static let afterRelease = 0.006

  private let sound: SoundFeatures
  private let line: PitchLine
  package var options: Options
  /// Level that maps to full intensity without gain.
  private let reference: Double
  /// ``floorDecibels`` relative to the sound's peak.
  private let floor: Double

  package init(_ sound: SoundFeatures, _ options: Options = Options()) {
    self.sound = sound
    self.options = options
    line = PitchLine(sound)
    reference = PatternGenerator.reference(sound.steps.dropFirst(sound.lead).map { Double($0.level) }, share: 0.995)
    // What is smaller than a step of the sound's values is noise of their rounding.
    let least = max(gain(decibels: PatternGenerator.floorDecibels), Double(sound.removed.grain))
    floor = least / max(1e-9, Double(sound.fullScale))
  }

  private static func reference(_ values: [Double], share: Double) -> Double {
    let sorted = values.sorted()
    guard let most = sorted.last else { return 1 }
    return max(1e-4, min(most, headroom * sorted[Int(Double(sorted.count - 1) * share)]))
  }

  /// Factor for amplitudes.
  private var loudness: Double { gain(decibels: options.gain) }
  /// Factor for the curves' maximum deviations.
  private var coarseness: Double { exponentialBase2((1 - 2 * options.resolution) * logarithmBase2(3)) }

  private func sharpness(_ hertz: Double) -> Double {
    let range = options.sharpness
    return range.lowerBound + FollowedFrequency.sharpness(hertz) * (range.upperBound - range.lowerBound)
  }

  package func pattern() -> Pattern { pattern { () throws(Never) in } }

  package func pattern<Failure>(check: () throws(Failure) -> Void) throws(Failure) -> Pattern {
    var taps = options.hasTransients ? transients() : []
    var ranges =
      options.hasContinuous
      ? AudibleRanges(sound, reference: reference, floor: floor).ranges(without: taps.map(\.time)) : []
    if let most = options.mostEvents {
      ranges = Array(ranges.sorted { $0.count > $1.count }.prefix(max(0, most))).sorted {
        $0.lowerBound < $1.lowerBound
      }
      let left = max(0, most - ranges.count)
      taps = Array(taps.sorted { $0.strength > $1.strength }.prefix(left)).sorted { $0.time < $1.time }
    }
    var entries: [PatternEntry] = []
    if let path = options.soundPath { entries.append(.event(Event(type: .audioCustom, time: 0, waveformPath: path))) }
    for (index, range) in ranges.enumerated() {
      try check()
      let goesOn = ranges.indices.contains(index + 1) && ranges[index + 1].lowerBound == range.upperBound
      entries += continuous(range, goesOn: goesOn)
    }
    let full = PatternGenerator.reference(taps.map(\.strength), share: 0.9)
    for tap in taps { entries.append(.event(event(tap, full: full))) }
    return Pattern(
      entries: entries.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
        \.element))
  }

  /// Why the pattern is empty, for the user.
  package var emptiness: String {
    let removed = sound.removed
    let level = "\(Int(PatternGenerator.floorDecibels)) dBFS, the level of dither and hiss"
    let cause =
      if removed.isConstant {
        "the sound holds a constant of \(fixed(100 * removed.constant, 1)) % of full scale, and no vibration"
      } else if !sound.steps.contains(where: { Double($0.level) > floor }) {
        removed.grain > 0 && Double(removed.grain) > gain(decibels: PatternGenerator.floorDecibels)
          ? "nothing in the sound exceeds the steps of its values"
          : "nothing in the sound\(removed.notes.isEmpty ? "" : ", apart from what is removed,") reaches \(level)"
      } else if !options.hasContinuous {
        "the sound has no onset"
      } else {
        "nothing in the sound lasts long enough for a continuous event"
          + (options.hasTransients ? ", and it has no onset" : "")
      }
    return "The pattern is empty: \(cause)."
  }

  // MARK: Transients

  private func transients() -> [OnsetFinder.Onset] {
    OnsetFinder(sound, line, sensitivity: options.sensitivity).onsets().filter { $0.strength > floor }
  }

  /// Intensity is the square root of amplitude.
  private func event(_ onset: OnsetFinder.Onset, full: Double) -> Event {
    let intensity = min(1, max(0.2, (loudness * onset.strength / max(full, reference)).squareRoot()))
    let pitch = options.follow == .pitch ? line.newPitch(at: onset.step, in: sound) : nil
    let sharpness = sharpness(pitch.map { Double($0) } ?? onset.hertz)
    return Event(
      type: .hapticTransient, time: rounded(onset.time),
      parameters: [
        EventParameter(.hapticIntensity, rounded(intensity)), EventParameter(.hapticSharpness, rounded(sharpness)),
      ])
  }

  // MARK: Continuous events

  private func intensities(_ range: ClosedRange<Int>) -> [Polyline.Sample] {
    let pitches = line.pitches(in: range)
    return range.map { index in
      let level = level(at: index, in: range, pitch: Double(pitches[index - range.lowerBound]))
      let amplitude = loudness * level / reference
      return Polyline.Sample(
        time: sound.time(index), value: min(1, IntensityLaw.phone.intensity(amplitude: max(0, amplitude))))
    }
  }

  /// Level at a step. A step is shorter than a low tone's period, in which the level rises and falls: there, the mean
  /// over a period on either side, with triangular weights.
  private func level(at index: Int, in range: ClosedRange<Int>, pitch: Double) -> Double {
    let reach = pitch > 0 ? 1 / (pitch * sound.interval) : 0
    guard reach > PatternGenerator.shortestPeriod else { return Double(sound.steps[index].level) }
    let near = max(range.lowerBound, index - Int(reach))...min(range.upperBound, index + Int(reach))
    var (sum, weights) = (0.0, 0.0)
    for other in near {
      let weight = 1 - Double(abs(other - index)) / (reach + 1)
      let level = Double(sound.steps[other].level)
      sum += weight * level * level
      weights += weight
    }
    return (sum / weights).squareRoot()
  }

  private func continuous(_ range: ClosedRange<Int>, goesOn: Bool) -> [PatternEntry] {
    let (begin, end) = (max(0, sound.time(range.lowerBound)), sound.time(range.upperBound))
    let event = Event(
      type: .hapticContinuous, time: rounded(begin), duration: rounded(end - begin),
      parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, 0.5)])
    var intensity = Polyline.simplified(
      intensities(range), error: coarseness * PatternGenerator.intensityError)
    // A curve's last value would affect later transients.
    if !goesOn {
      intensity.append(Polyline.Sample(time: end + PatternGenerator.afterRelease, value: intensity.last?.value ?? 1))
      intensity.append(Polyline.Sample(time: end + PatternGenerator.afterRelease, value: 1))
    }
    let sharpness = Polyline.simplified(
      sharpnesses(range), error: coarseness * PatternGenerator.sharpnessError)
    return [.event(event)] + curves(.hapticIntensityControl, intensity) + curves(.hapticSharpnessControl, sharpness)
  }

  /// Returns sharpness relative to the event's, smoothed over 50 ms.
  private func sharpnesses(_ range: ClosedRange<Int>) -> [Polyline.Sample] {
    let pitches = options.follow == .pitch ? line.pitches(in: range) : []
    let reach = max(1, Int(0.025 / sound.interval))
    return range.map { index in
      let window = max(range.lowerBound, index - reach)...min(range.upperBound, index + reach)
      var (sum, weight) = (0.0, 0.0)
      for near in window {
        let step = sound.steps[near]
        let pitch = pitches.isEmpty ? 0 : pitches[near - range.lowerBound]
        let level = Double(step.level) + 1e-9
        sum += level * sharpness(Double(pitch > 0 ? pitch : step.centroid))
        weight += level
      }
      return Polyline.Sample(time: sound.time(index), value: sum / weight - 0.5)
    }
  }

  /// Splits a curve into parts of 16 points, each starting where the previous one ends.
  private func curves(_ id: DynamicParameterID, _ samples: [Polyline.Sample]) -> [PatternEntry] {
    var entries: [PatternEntry] = []
    var first = 0
    while first < samples.count - 1 {
      let part = samples[first...min(samples.count - 1, first + PatternGenerator.mostPoints - 1)]
      let start = max(0, rounded(samples[first].time))
      entries.append(
        .curve(
          ParameterCurve(
            id, time: start,
            points: part.map { ControlPoint(time: max(0, rounded($0.time - start)), value: rounded($0.value)) })))
      first += PatternGenerator.mostPoints - 1
    }
    return entries
  }

  private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

/// The frequency that sharpness follows in a generated pattern.
package enum FollowedFrequency: String, CaseIterable, Sendable {
  /// Pitch of tones, and spectral centroid of everything else.
  case pitch
  case centre

  /// Frequencies for sharpness 0 and 1, Hz.
  private static let (lowest, highest) = (40.0, 5_000.0)

  /// Maps a frequency to sharpness on an octave scale.
  static func sharpness(_ hertz: Double) -> Double {
    guard hertz > lowest else { return 0 }
    return min(1, logarithmBase2(hertz / lowest) / logarithmBase2(highest / lowest))
  }
}
