import CLinux
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

/// The renderer alone: voices that ramp all the time, the actuator, the full output chain.
enum RenderBenchmarks {
  static func run(_ report: inout Report) {
    for voices in [1, 16, 64, 256] {
      let pair = figures(voices: voices)
      let count = Double(voices)
      let unit = voices == 1 ? "ns/frame" : "ns/voice-sample"
      let what = voices == 1 ? "1 voice" : "\(voices) voices"
      report.add("C reference: " + what, pair.reference / count, unit)
      let bound: Double? = voices == 1 ? 3 : (voices == 64 ? 0.5 : nil)
      report.add(what, pair.own / count, unit, reference: bound)
      report.add(
        "the same, against the C reference", pair.own / pair.reference, "×",
        reference: voices == 1 || voices == 64 ? 4 : nil)
    }
    report.add("silence", nanosecondsAFrame(voices: 0), "ns/frame")
    report.add("without samples, one voice that sustains", virtualNanosecondsAQuantum(steps: 1), "ns/quantum")
    report.add("without samples, an hour at once", virtualNanosecondsAQuantum(steps: 2_700_000) * 2.7, "ms")
  }

  /// The renderer's time relative to the reference's.
  static func ratio(voices: Int) -> Double {
    let pair = figures(voices: voices)
    return pair.own / pair.reference
  }

  /// Nanoseconds per frame of both, measured alternately, so that other processes slow both.
  private static func figures(voices: Int) -> (reference: Double, own: Double) {
    verify(voices: voices)
    let bank = bank(voices: voices, intensity: intensity(voices))
    return leastOfEach(
      20, { bank.nanosecondsAFrame(stretches: 4000 / (voices + 3)) }, beside: { nanosecondsAFrame(voices: voices) })
  }

  /// Checks that the reference does the renderer's work: the same output to −90 dB of its peak. The voices are so soft
  /// that neither the clamp nor the limiter acts.
  private static func verify(voices: Int) {
    let quanta = 600
    let soft = 0.9 / Double(voices).squareRoot()
    let bank = bank(voices: voices, intensity: soft)
    let difference = withRenderer(voices: voices, quanta: quanta + 50, intensity: soft) {
      bank.difference(to: &$0, quanta: quanta)
    }
    guard difference < 3e-5 else { fatalError("the reference differs by \(difference) of the peak") }
  }

  private static func bank(voices: Int, intensity: Double) -> ReferenceBank {
    ReferenceBank(
      voices: voices, intensity: intensity, Measured.settings, phone, latency: Renderer(Measured.settings).latency)
  }

  private static func intensity(_ voices: Int) -> Double { 0.2 + 0.5 / Double(voices) }

  /// The default actuator.
  private static var phone: ResonantActuator {
    guard case .resonant(let actuator) = ActuatorPreset.phone.model else { preconditionFailure("it is resonant") }
    return actuator
  }

  /// Nanoseconds per quantum without samples while an endless voice sounds, requested several quanta at a time.
  private static func virtualNanosecondsAQuantum(steps: Int) -> Double {
    var settings = RenderSettings()
    settings.synthesises = false
    settings.continuousLimitSeconds = 1e6
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(
      Pattern(entries: [.event(Event(type: .hapticContinuous, time: 0, duration: 20_000))]))
    var renderer = Renderer(settings)
    _ = renderer.commands.push(Command(.install(schedule.schedule), player: 0, serial: 1))
    _ = renderer.commands.push(Command(.start(), player: 0, serial: 2))
    renderer.renderQuantum()
    while renderer.notices.pop() != nil {}
    let quanta = 2_700_000
    let begin = ContinuousClock.now
    for _ in 0..<(quanta / steps) {
      _ = renderer.renderQuanta(until: renderer.now + SampleTime(steps * quantumFrames))
    }
    let nanoseconds = (ContinuousClock.now - begin) / .nanoseconds(1)
    precondition(!renderer.isSilent, "the voice must still sound")
    withExtendedLifetime(schedule) {}
    return nanoseconds / Double(quanta)
  }

  /// Nanoseconds per frame with a number of endless tones under intensity and sharpness curves.
  static func nanosecondsAFrame(voices: Int, quanta: Int = 24_000) -> Double {
    withRenderer(voices: voices, quanta: quanta, intensity: intensity(max(1, voices))) { renderer in
      renderer.renderQuantum()
      precondition(voices == 0 || renderer.drive[quantumFrames - 1] != 0, "the voices must sound")
      let count = quanta / max(1, voices / 16)
      return leastNanoseconds(quanta: count) { renderer.renderQuantum() } / Double(quantumFrames)
    }
  }

  /// Calls `body` with a renderer whose voices start in its first quantum.
  private static func withRenderer(
    voices: Int, quanta: Int, intensity: Double, _ body: (inout Renderer) -> Double
  ) -> Double {
    let seconds = Double(quanta * quantumFrames) / 48_000
    var settings = RenderSettings()
    settings.voiceCapacity = 256
    settings.continuousLimitSeconds = 1e6
    var entries: [PatternEntry] = (0..<voices).map { index in
      .event(
        Event(
          type: .hapticContinuous, time: 0, duration: seconds + 1,
          parameters: [
            EventParameter(.hapticIntensity, intensity),
            EventParameter(.hapticSharpness, Double(index) / Double(max(1, voices))),
          ]))
    }
    for id in [DynamicParameterID.hapticIntensityControl, .hapticSharpnessControl] {
      let points = (0...Int(seconds * 15)).map { step in
        ControlPoint(time: Double(step) / 15, value: step % 2 == 0 ? 0.9 : 0.4)
      }
      if voices > 0 { entries.append(.curve(ParameterCurve(id, time: 0, points: points))) }
    }
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(Pattern(entries: entries))
    var renderer = Renderer(settings)
    _ = renderer.commands.push(Command(.install(schedule.schedule), player: 0, serial: 1))
    _ = renderer.commands.push(Command(.start(), player: 0, serial: 2))
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    return withExtendedLifetime(schedule) { body(&renderer) }
  }
}

/// The fastest mean of 100 consecutive quanta: few enough that some run undisturbed, and enough to include control
/// points.
func leastNanoseconds(quanta: Int, _ renderQuantum: () -> Void) -> Double {
  var least = Double.infinity
  for _ in 0..<(quanta / 100) {
    let begin = thrum_monotonic_nanoseconds()
    for _ in 0..<100 { renderQuantum() }
    least = min(least, Double(thrum_monotonic_nanoseconds() - begin) / 100)
  }
  return least
}
