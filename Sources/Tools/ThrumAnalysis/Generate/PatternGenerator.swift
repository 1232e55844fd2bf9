import ThrumDevice
import ThrumPattern

/// Generates a pattern from a sound: transients at onsets, and continuous events that track loudness and brightness.
package struct PatternGenerator: Sendable {
  package struct Options: Sendable {
    /// Sensitivity to onsets, from 0 (only the clearest) to 1.
    package var sensitivity = 0.5
    package var hasTransients = true
    package var hasContinuous = true
    /// Maximum number of events: keeps the longest continuous ones, then the strongest transients. `nil` keeps all.
    package var mostEvents: Int?
    /// A sound to play along with the pattern.
    package var soundPath: String?

    package init() {}
  }

  /// Maximum deviation in the curves.
  package static let intensityError = 0.03, sharpnessError = 0.06
  /// Maximum points in a curve, and maximum length of an event, s.
  private static let mostPoints = EventLimits.curvePoints
  private static let longestEvent = 29.0
  /// Thresholds relative to ``reference``: −34 dB to begin, −40 dB to end.
  private static let (begins, ends) = (0.02, 0.01)
  /// Level below which nothing is heard, dBFS: above the dither and hiss of recordings.
  package static let floorDecibels = -70.0
  private static let shortest = 0.04
  private static let bridged = 0.06
  /// Time after an event at which the control returns to 1, s: later than the release.
  private static let afterRelease = 0.03

  private let sound: SoundFeatures
  private let options: Options
  private let reference: Double
  /// Level below which nothing is heard, relative to the sound's peak; see ``floorDecibels``.
  private let floor: Double

  package init(_ sound: SoundFeatures, _ options: Options = Options()) {
    self.sound = sound
    self.options = options
    let levels = sound.steps.map { Double($0.level) }.sorted()
    // A high percentile, so that a single click does not make the rest soft.
    reference = max(levels.isEmpty ? 0 : levels[min(levels.count - 1, levels.count * 995 / 1000)], 1e-4)
    floor = gain(decibels: PatternGenerator.floorDecibels) / max(1e-9, Double(sound.fullScale))
  }

  package func pattern() -> Pattern { pattern { () throws(Never) in } }

  /// - Parameter check: called regularly; its error ends the work.
  package func pattern<Failure>(check: () throws(Failure) -> Void) throws(Failure) -> Pattern {
    var taps = options.hasTransients ? transients() : []
    var stretches = options.hasContinuous ? self.stretches() : []
    if let most = options.mostEvents {
      stretches = Array(stretches.sorted { $0.count > $1.count }.prefix(max(0, most))).sorted {
        $0.lowerBound < $1.lowerBound
      }
      let left = max(0, most - stretches.count)
      taps = Array(taps.sorted { $0.strength > $1.strength }.prefix(left)).sorted { $0.time < $1.time }
    }
    var entries: [PatternEntry] = []
    if let path = options.soundPath { entries.append(.event(Event(type: .audioCustom, time: 0, waveformPath: path))) }
    var paths: [[Polyline.Sample]] = []
    for stretch in stretches {
      try check()
      paths.append(Polyline.simplified(path(of: stretch), error: PatternGenerator.intensityError))
    }
    for (index, stretch) in stretches.enumerated() {
      try check()
      // Split events continue at the previous value.
      let goesOn = stretches.indices.contains(index + 1) && stretches[index + 1].lowerBound == stretch.upperBound
      entries += continuous(stretch, paths[index], goesOn: goesOn)
    }
    for tap in taps { entries.append(.event(event(tap, under: control(at: tap.time, paths)))) }
    return Pattern(
      entries: entries.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
        \.element))
  }

  // MARK: Transients

  private func transients() -> [OnsetFinder.Onset] {
    OnsetFinder(sensitivity: options.sensitivity).onsets(sound).filter { $0.strength > floor }
  }

  /// Creates a transient, whose intensity is the square root of amplitude.
  private func event(_ onset: OnsetFinder.Onset, under control: Double) -> Event {
    let intensity = min(1, max(0.2, (onset.strength / reference).squareRoot()))
    // Compensate for the intensity curve, which also affects transients.
    let given = min(1, intensity / max(0.05, control))
    return Event(
      type: .hapticTransient, time: rounded(onset.time),
      parameters: [
        EventParameter(.hapticIntensity, rounded(given)),
        EventParameter(.hapticSharpness, rounded(sharpness(onset.hertz))),
      ])
  }

  /// Sharpness, logarithmic from 80 Hz (0) to 5 kHz (1).
  private func sharpness(_ hertz: Double) -> Double {
    guard hertz > 80 else { return 0 }
    return min(1, logarithmBase2(hertz / 80) / logarithmBase2(5_000 / 80))
  }

  // MARK: Continuous events

  private func level(_ index: Int) -> Double { Double(sound.steps[index].level) / reference }

  /// Audible ranges of steps: at least 40 ms, with gaps below 60 ms bridged, split at the maximum event length.
  private func stretches() -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var first: Int?
    let begins = max(PatternGenerator.begins, floor / reference)
    for index in sound.steps.indices {
      if let start = first {
        guard level(index) < begins * PatternGenerator.ends / PatternGenerator.begins else { continue }
        found.append(start...index)
        first = nil
      } else if level(index) > begins {
        first = index
      }
    }
    if let first, let last = sound.steps.indices.last { found.append(first...last) }
    var joined: [ClosedRange<Int>] = []
    for stretch in found {
      if let last = joined.last,
        Double(stretch.lowerBound - last.upperBound) * sound.interval < PatternGenerator.bridged
      {
        joined[joined.count - 1] = last.lowerBound...stretch.upperBound
      } else {
        joined.append(stretch)
      }
    }
    let most = Int(PatternGenerator.longestEvent / sound.interval)
    return joined.filter { Double($0.count) * sound.interval >= PatternGenerator.shortest }.flatMap { stretch in
      stride(from: stretch.lowerBound, through: stretch.upperBound, by: most).map {
        $0...min($0 + most, stretch.upperBound)
      }
      .filter { $0.count > 1 }
    }
  }

  private func path(of stretch: ClosedRange<Int>) -> [Polyline.Sample] {
    stretch.map { index in
      Polyline.Sample(
        time: sound.time(index), value: min(1, IntensityLaw.phone.intensity(amplitude: max(0, level(index)))))
    }
  }

  /// The intensity control's value; 1 outside events.
  private func control(at time: Double, _ paths: [[Polyline.Sample]]) -> Double {
    // The first path that has not ended.
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if (paths[middle].last?.time ?? 0) + PatternGenerator.afterRelease < time {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < paths.count, let first = paths[low].first, first.time <= time else { return 1 }
    return Polyline.value(paths[low], at: time)
  }

  private func continuous(_ stretch: ClosedRange<Int>, _ path: [Polyline.Sample], goesOn: Bool) -> [PatternEntry] {
    let (begin, end) = (max(0, sound.time(stretch.lowerBound)), sound.time(stretch.upperBound))
    let event = Event(
      type: .hapticContinuous, time: rounded(begin), duration: rounded(end - begin),
      parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, 0.5)])
    var intensity = path
    // A curve's last value persists and would affect later transients.
    if !goesOn {
      intensity.append(Polyline.Sample(time: end + PatternGenerator.afterRelease, value: intensity.last?.value ?? 1))
      intensity.append(Polyline.Sample(time: end + PatternGenerator.afterRelease, value: 1))
    }
    let bright = Polyline.simplified(brightness(stretch), error: PatternGenerator.sharpnessError)
    return [.event(event)] + curves(.hapticIntensityControl, intensity) + curves(.hapticSharpnessControl, bright)
  }

  /// Sharpness relative to the event's, smoothed over 50 ms.
  private func brightness(_ stretch: ClosedRange<Int>) -> [Polyline.Sample] {
    let reach = max(1, Int(0.025 / sound.interval))
    return stretch.map { index in
      let window = max(stretch.lowerBound, index - reach)...min(stretch.upperBound, index + reach)
      var (sum, weight) = (0.0, 0.0)
      for near in window {
        let level = Double(sound.steps[near].level) + 1e-9
        sum += level * sharpness(Double(sound.steps[near].centroid))
        weight += level
      }
      return Polyline.Sample(time: sound.time(index), value: sum / weight - 0.5)
    }
  }

  /// Curves with at most 16 points, each starting where the previous one ends.
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

  /// Rounds times to 0.1 ms, and values to 0.0001.
  private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

extension PatternEntry {
  /// Start time, s.
  fileprivate var start: Double {
    switch self {
    case .event(let event): event.time
    case .parameter(let parameter): parameter.time
    case .curve(let curve): curve.time
    case .unknown: 0
    }
  }
}
