import ThrumPattern

struct VibrationClip {
  /// What AHAP cannot represent.
  enum Loss: Hashable {
    case predefined, repetition, defaultAmplitude, primitives
  }

  private(set) var clip = HapticClip(amplitude: [])
  /// Data that AHAP cannot represent.
  private(set) var losses: [(kind: Loss, message: String, remedy: String)] = []

  init(_ sequence: VibrationSequence) {
    for part in sequence.parts { add(part.effect, at: Double(part.start) / 1000) }
    clip.amplitude.sort { $0.time < $1.time }
    clip.frequency.sort { $0.time < $1.time }
    // The envelope begins when the clip does.
    if let first = clip.amplitude.first, first.time > 0 { clip.amplitude.insert(point(0, 0), at: 0) }
  }

  private mutating func add(_ effect: VibrationEffect, at start: Double) {
    switch effect {
    case .waveform(let waveform): add(waveform, at: start)
    case .envelope(let envelope):
      line(
        at: start, SharpnessBand.sharpness(hertz: envelope.initialHertz ?? envelope.points.first?.hertz ?? 0),
        envelope.points.map { ($0.amplitude, SharpnessBand.sharpness(hertz: $0.hertz), $0.milliseconds) })
    case .basicEnvelope(let envelope):
      line(
        at: start, envelope.initialSharpness ?? envelope.points.first?.sharpness ?? 0,
        VibrationClip.fine(envelope.points).map { ($0.intensity * $0.intensity, $0.sharpness, $0.milliseconds) })
    case .primitives(let primitives): add(primitives, at: start)
    case .timeline(let elements):
      for element in elements {
        let begin = start + Double(element.start) / 1000
        switch element.content {
        case .preset(let name, let scale): add([VibrationEffect.Primitive(name, scale: scale)], at: begin)
        case .envelope(let envelope): add(.basicEnvelope(envelope), at: begin)
        }
      }
    case .predefined(let name):
      for pulse in name.pulses { self.pulse(start + pulse.time, pulse.strength, pulse.sharpness) }
      lose(.predefined, "how `\(name.rawValue)` feels is up to the device", "Check it on a device.")
    }
  }

  // MARK: Waveforms

  /// Converts steps to an envelope with jumps, and short isolated steps to pulses.
  private mutating func add(_ waveform: VibrationEffect.Waveform, at start: Double) {
    var time = start
    var run: [(seconds: Double, amplitude: Double)] = []
    func finish(_ clip: inout VibrationClip) {
      defer { run = [] }
      let length = run.reduce(0) { $0 + $1.seconds }
      guard let most = run.map({ $0.amplitude }).max(), length > 0 else { return }
      if length < Double(VibrationLimits.tap) / 1000 + 1e-9 {
        let sharpness = VibrationLimits.tapSharpness(milliseconds: Int(saturating: (length * 1000).rounded()))
        return clip.pulse(time - length, IntensityLaw.phone.intensity(amplitude: most), sharpness)
      }
      var at = time - length
      clip.clip.amplitude.append(clip.point(at, 0))
      for step in run {
        clip.clip.amplitude.append(clip.point(at, step.amplitude))
        at += step.seconds
        clip.clip.amplitude.append(clip.point(at, step.amplitude))
      }
      clip.clip.amplitude.append(clip.point(at, 0))
    }
    for step in waveform.steps {
      let seconds = Double(step.milliseconds) / 1000
      let amplitude = Double(step.amplitude ?? 255) / 255
      if amplitude > 0 { run.append((seconds, amplitude)) } else { finish(&self) }
      time += seconds
    }
    finish(&self)
    // Keep a final pause.
    clip.amplitude.append(point(time, 0))
    if waveform.repeats != nil {
      lose(.repetition, "the effect repeats forever; only one pass is read", "Play it with `thrum play --loop`.")
    }
    if waveform.steps.contains(where: { $0.amplitude == nil }) {
      lose(
        .defaultAmplitude, "the amplitude `default` is the device's own; it is read as full strength",
        "Write a number from 1 to 255.")
    }
  }

  // MARK: Envelopes

  private mutating func line(
    at start: Double, _ sharpness: Double,
    _ points: [(amplitude: Double, sharpness: Double, milliseconds: Int)]
  ) {
    var time = start
    clip.amplitude.append(point(time, 0))
    clip.frequency.append(HapticClip.FrequencyPoint(time: time, frequency: sharpness * sharpness))
    for next in points {
      time += Double(next.milliseconds) / 1000
      clip.amplitude.append(point(time, next.amplitude))
      clip.frequency.append(HapticClip.FrequencyPoint(time: time, frequency: next.sharpness * next.sharpness))
    }
    if points.last?.amplitude ?? 0 > 0 { clip.amplitude.append(point(time, 0)) }
  }

  /// Splits each segment into up to eight parts, since linear intensity means curved amplitude.
  private static func fine(_ points: [VibrationEffect.BasicEnvelope.Point]) -> [VibrationEffect.BasicEnvelope.Point] {
    var result: [VibrationEffect.BasicEnvelope.Point] = []
    var before = (intensity: 0.0, sharpness: points.first?.sharpness ?? 0)
    for point in points {
      let count = abs(point.intensity - before.intensity) < 0.01 ? 1 : min(8, max(1, point.milliseconds / 5))
      for part in 1...count {
        let place = Double(part) / Double(count)
        let (begin, end) = (point.milliseconds * (part - 1) / count, point.milliseconds * part / count)
        result.append(
          VibrationEffect.BasicEnvelope.Point(
            intensity: before.intensity + (point.intensity - before.intensity) * place,
            sharpness: before.sharpness + (point.sharpness - before.sharpness) * place, milliseconds: end - begin))
      }
      before = (point.intensity, point.sharpness)
    }
    return result
  }

  // MARK: Primitives

  private mutating func add(_ primitives: [VibrationEffect.Primitive], at start: Double) {
    var (begin, end) = (start, start)
    for primitive in primitives {
      let touch = primitive.name.touch
      begin = (primitive.kind == .pause ? end : begin) + Double(primitive.delay) / 1000
      end = begin + touch.duration
      guard !touch.line.isEmpty else {
        pulse(begin, touch.strength * primitive.scale, touch.sharpness)
        continue
      }
      clip.amplitude.append(point(begin, 0))
      for place in touch.line { clip.amplitude.append(point(begin + place.time, place.amplitude * primitive.scale)) }
      clip.amplitude.append(point(end, 0))
      clip.frequency.append(
        HapticClip.FrequencyPoint(time: begin, frequency: touch.sharpness * touch.sharpness))
    }
    lose(.primitives, "how primitives feel, and how long they are, is up to the device", "Check them on a device.")
  }

  private mutating func pulse(_ time: Double, _ intensity: Double, _ sharpness: Double) {
    guard intensity > 0 else { return }
    clip.amplitude.append(
      HapticClip.AmplitudePoint(
        time: time, amplitude: 0,
        emphasis: HapticClip.Emphasis(amplitude: IntensityLaw.phone.amplitude(intensity), frequency: sharpness)))
  }

  private func point(_ time: Double, _ amplitude: Double) -> HapticClip.AmplitudePoint {
    HapticClip.AmplitudePoint(time: time, amplitude: amplitude)
  }

  private mutating func lose(_ kind: Loss, _ message: String, _ remedy: String) {
    guard !losses.contains(where: { $0.message == message }) else { return }
    losses.append((kind, message, remedy))
  }
}
