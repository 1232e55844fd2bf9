import ThrumPattern

/// Converts a clip to effects within the limits of every device.
package struct VibrationMaker {
  /// Maximum number of points in an envelope, at least 4.
  package var points = VibrationLimits.points
  package private(set) var losses: [String] = []
  private let clip: HapticClip
  private let work: Work<PatternWriter.WriteError>

  package init(_ clip: HapticClip, _ work: Work<PatternWriter.WriteError>) {
    self.clip = clip
    self.work = work
  }

  /// Only an envelope may be split into several effects.
  ///
  /// - Throws: `WriteError` for a clip that cannot be felt, or that needs too many points.
  package mutating func sequence(_ kind: VibrationEffect.Kind) throws(PatternWriter.WriteError) -> VibrationSequence {
    losses = []
    switch kind {
    case .waveform:
      let maker = WaveformMaker(clip)
      let waveform = maker.waveform()
      guard waveform.steps.contains(where: { $0.amplitude ?? 0 > 0 }) else { throw nothing }
      losses += maker.losses
      return single(.waveform(waveform))
    case .envelope, .basicEnvelope:
      var maker = try EnvelopeMaker(clip, points: max(4, points), isBasic: kind == .basicEnvelope, work)
      let sequence = try maker.sequence()
      losses += maker.losses
      guard !sequence.parts.isEmpty else { throw nothing }
      return sequence
    case .primitives:
      let primitives = composition()
      guard !primitives.isEmpty else {
        throw PatternWriter.WriteError(
          description: "a composition is made of transients, but this pattern has none: use a waveform or an envelope")
      }
      return single(.primitives(primitives))
    case .timeline:
      var maker = TimelineMaker(clip, work)
      let elements = try maker.elements()
      guard !elements.isEmpty else { throw nothing }
      losses += maker.losses
      return single(.timeline(elements))
    case .predefined:
      throw PatternWriter.WriteError(description: "a pattern cannot be turned into a predefined effect")
    }
  }

  private var nothing: PatternWriter.WriteError {
    PatternWriter.WriteError(description: "nothing in the pattern can be felt: an effect needs something to play")
  }

  private func single(_ effect: VibrationEffect) -> VibrationSequence {
    VibrationSequence([VibrationSequence.Part(start: 0, effect: effect)])
  }

  // MARK: Compositions

  private mutating func composition() -> [VibrationEffect.Primitive] {
    var result: [VibrationEffect.Primitive] = []
    var before = 0
    var tight = 0
    for point in clip.amplitude {
      guard let pulse = point.emphasis, pulse.amplitude > 0 else { continue }
      let at = milliseconds(point.time)
      if !result.isEmpty, at - before < VibrationLimits.tap { tight += 1 }
      let intensity = IntensityLaw.phone.intensity(amplitude: pulse.amplitude)
      let name = VibrationEffect.Primitive.Name.tap(intensity: intensity, sharpness: pulse.frequency)
      result.append(
        VibrationEffect.Primitive(
          name, scale: thousandths(min(1, intensity / name.strength)), delay: at - before,
          result.isEmpty ? .pause : .offset))
      before = at
    }
    guard !result.isEmpty else { return [] }
    losses.append("the exact sharpness of transients: a device has three kinds of taps")
    if clip.amplitude.contains(where: { $0.amplitude > 0 }) {
      losses.append("continuous events: a composition consists of the device's own short effects")
    }
    if tight > 0 {
      losses.append(
        "\(counted(tight, "transient")) within \(VibrationLimits.tap) ms of another: a device skips a primitive that starts before "
          + "the previous one ends")
    }
    return result
  }
}

func milliseconds(_ seconds: Double) -> Int { Int(saturating: (seconds * 1000).rounded()) }

func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

struct WeakParts {
  /// Sorted start times, s.
  let times: [Double]

  /// Finds stretches that begin and end at zero and stay below a level. `taps` are the times of weak transients, s.
  init(_ line: [Polyline.Sample], below level: Double, taps: [Double]) {
    var found = taps
    var (begin, peak): (Double?, Double) = (nil, 0)
    func end() {
      if let begin, peak > 0, peak < level { found.append(begin) }
      (begin, peak) = (nil, 0)
    }
    for (index, sample) in line.enumerated() {
      guard sample.value <= 0 else {
        begin = begin ?? (index > 0 ? line[index - 1].time : sample.time)
        peak = max(peak, sample.value)
        continue
      }
      end()
    }
    end()
    times = found.sorted()
  }

  var loss: String? {
    guard !times.isEmpty else { return nil }
    let shown = times.prefix(5).map { fixed($0, 2) }.joined(separator: ", ")
    return
      "\(counted(times.count, "event")) too weak for the effect, at \(shown)\(times.count > 5 ? ", …" : "") s: left out"
  }
}
