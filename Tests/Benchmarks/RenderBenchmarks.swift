import CRealtime
import HapticEngine
import HapticPattern
import HapticRender

/// The renderer alone: voices that ramp all the time, the actuator, the full output chain.
enum RenderBenchmarks {
  /// Adds the figures and answers the nanoseconds of a voice-sample among 64.
  static func run(_ report: inout Report) -> Double {
    report.add(
      "1 voice, actuator, full output chain", nanosecondsAFrame(voices: 1), "ns/frame", reference: 12)
    var each: [Int: Double] = [:]
    for voices in [16, 64, 256] {
      let cost = nanosecondsAFrame(voices: voices) / Double(voices)
      each[voices] = cost
      report.add("\(voices) voices, per voice-sample", cost, "ns")
    }
    report.add("silence", nanosecondsAFrame(voices: 0), "ns/frame")
    report.add("without samples, one voice that sustains", virtualNanosecondsAQuantum(steps: 1), "ns/quantum")
    report.add("without samples, an hour at once", virtualNanosecondsAQuantum(steps: 2_700_000) * 2.7, "ms")
    return each[64] ?? 0
  }

  /// Nanoseconds of a quantum without samples while an endless voice sounds, asked for so many quanta at a time.
  private static func virtualNanosecondsAQuantum(steps: Int) -> Double {
    var settings = RenderSettings()
    settings.synthesises = false
    settings.continuousLimitSeconds = 1e6
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(
      Pattern(entries: [.event(Event(type: .hapticContinuous, time: 0, duration: 20_000))]))
    var renderer = Renderer(settings)
    _ = renderer.commands.push(Command(.install, player: 0, serial: 1, schedule: schedule.schedule))
    _ = renderer.commands.push(Command(.start, player: 0, serial: 2))
    renderer.renderQuantum()
    while renderer.notices.pop() != nil {}
    let quanta = 2_700_000
    let begin = ContinuousClock.now
    for _ in 0..<(quanta / steps) {
      _ = renderer.renderQuanta(until: renderer.now + SampleTime(steps * quantumFrames))
    }
    return (ContinuousClock.now - begin) / .nanoseconds(1) / Double(quanta)
  }

  /// Nanoseconds to render a frame with so many endless tones under intensity and sharpness curves.
  private static func nanosecondsAFrame(voices: Int) -> Double {
    let quanta = 60_000 / max(1, voices / 8)
    let seconds = Double(quanta * quantumFrames) / 48_000
    var settings = RenderSettings()
    settings.voiceCapacity = 256
    settings.continuousLimitSeconds = 1e6
    var entries: [PatternEntry] = (0..<voices).map { index in
      .event(
        Event(
          type: .hapticContinuous, time: 0, duration: seconds + 1,
          parameters: [
            EventParameter(.hapticIntensity, 0.2 + 0.5 / Double(voices)),
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
    var least = Double.infinity
    for _ in 0..<3 {
      var renderer = Renderer(settings)
      _ = renderer.commands.push(Command(.install, player: 0, serial: 1, schedule: schedule.schedule))
      _ = renderer.commands.push(Command(.start, player: 0, serial: 2))
      let mode = thrum_flush_denormals()
      renderer.renderQuantum()
      precondition(voices == 0 || renderer.drive[quantumFrames - 1] != 0, "the voices must sound")
      let begin = ContinuousClock.now
      for _ in 0..<quanta { renderer.renderQuantum() }
      let taken = (ContinuousClock.now - begin) / .nanoseconds(1)
      thrum_restore_float_mode(mode)
      least = min(least, taken / Double(quanta * quantumFrames))
    }
    return least
  }
}
