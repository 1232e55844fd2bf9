import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumOffline
import ThrumPattern
import ThrumRender

/// Long patterns with few and with many events: a second of signal costs the same.
enum EventBenchmarks {
  static func run(_ report: inout Report) {
    let many = transients(100_000, over: 600)
    let compile = leastProcessorSeconds(of: 7) { _ = ScheduleCompiler(sampleRate: 48_000).compile(many) }
    report.add("compile 100 000 events", compile * 1000, "ms", reference: 50)
    report.add("render: 10⁵ transients against a loop of 10²", eventRatio(), "×", reference: 1.5)
    let crowds = leastOfEach(
      4, { nanosecondsAFrame(many) }, beside: { nanosecondsAFrame(transients(100, over: 600)) })
    report.add("render: 10⁵ against 10² transients over 600 s", crowds.0 / crowds.1, "×")
    let lengths = leastOfEach(
      4, { nanosecondsAFrame(transients(6_000, over: 600)) }, beside: { nanosecondsAFrame(transients(100, over: 10)) })
    report.add("a second of 600 s against one of 10 s", lengths.0 / lengths.1, "×", reference: 1.5)
    report.add("feel: 16 000 transients on six motors", feelSeconds(transients(16_000, over: 400)), "s", reference: 5)
    report.add("feel: 16 000 events in holds on six motors", feelSeconds(mixed(16_000, every: 0.05)), "s", reference: 5)
    report.add(
      "feel: 16 000 events, 50 at once, on six motors", feelSeconds(mixed(16_000, every: 0.01)), "s", reference: 5)
    report.add("feel: 200 events on six motors", 1000 * feelSeconds(mixed(200, every: 0.1)), "ms")
    report.add(
      "feel: around one of them, as while it is dragged", 1000 * aroundSeconds(mixed(200, every: 0.1)), "ms",
      reference: 50)
  }

  /// Cost of a second of a pattern with 100 000 transients, relative to one with 100 that loops a thousand times: as
  /// many voices, a thousandth of the events.
  static func eventRatio() -> Double {
    let (many, few) = leastOfEach(
      4, { nanosecondsAFrame(transients(100_000, over: 600), loopSeconds: nil) },
      beside: { nanosecondsAFrame(transients(100, over: 0.6), loopSeconds: 0.6) })
    return many / few
  }

  /// Nanoseconds per frame over ten minutes of one player, which may loop.
  private static func nanosecondsAFrame(_ pattern: Pattern, loopSeconds: Double?) -> Double {
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
    let quanta = 600 * 48_000 / quantumFrames
    let seconds = leastProcessorSeconds(of: 1) {
      var renderer = Renderer(Measured.settings)
      _ = renderer.commands.push(Command(.install(schedule.schedule), player: 0, serial: 1))
      if let loopSeconds {
        _ = renderer.commands.push(Command(.setLoop(isOn: true, end: loopSeconds * 48_000), player: 0, serial: 2))
      }
      _ = renderer.commands.push(Command(.start(), player: 0, serial: 3))
      for _ in 0..<quanta {
        renderer.renderQuantum()
        while renderer.notices.pop() != nil {}
      }
      precondition(!renderer.isSilent, "the last taps must still sound")
    }
    withExtendedLifetime(schedule) {}
    return seconds * 1e9 / Double(quanta * quantumFrames)
  }

  private static func feelSeconds(_ pattern: Pattern) -> Double {
    leastProcessorSeconds(of: 1) {
      let events = FeelEvents(PatternGroup(pattern))
      for motor in FeelMotor.usual {
        var analysis = FeelAnalysis(motor)
        _ = analysis.felt(events, Work<Never>.endless)
      }
    }
  }

  /// With motors that have judged before.
  private static func aroundSeconds(_ pattern: Pattern) -> Double {
    var analyses = FeelMotor.usual.map(FeelAnalysis.init)
    return leastProcessorSeconds(of: 5) {
      let events = FeelEvents(PatternGroup(pattern), around: 10...10.2)
      for place in analyses.indices { _ = analyses[place].felt(events, Work<Never>.endless) }
    }
  }

  /// Transients and, in turn, continuous events of 1 s.
  private static func mixed(_ count: Int, every seconds: Double) -> Pattern {
    var pattern = transients(count, over: Double(count) * seconds)
    for index in stride(from: 0, to: count, by: 2) {
      guard case .event(var event) = pattern.entries[index] else { continue }
      (event.type, event.duration) = (.hapticContinuous, 1)
      pattern.entries[index] = .event(event)
    }
    return pattern
  }

  /// Evenly spaced transients of all intensities and sharpnesses.
  private static func transients(_ count: Int, over seconds: Double) -> Pattern {
    var pattern = Pattern()
    for index in 0..<count {
      let intensity: Double = 0.3 + 0.6 * Double(index % 7) / 7
      let sharpness = Double(index % 11) / 11
      let parameters = [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]
      let time = seconds * Double(index) / Double(count)
      pattern.entries.append(.event(Event(type: .hapticTransient, time: time, parameters: parameters)))
    }
    return pattern
  }

  /// Nanoseconds per frame of a pattern, offline.
  private static func nanosecondsAFrame(_ pattern: Pattern) -> Double {
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
    var frames = 0
    let seconds = leastProcessorSeconds(of: 1) {
      var renderer = OfflineRenderer([schedule], settings: Measured.settings)
      frames = 0
      while renderer.renderNext({ frames += $0.count / 2 }) {}
    }
    return seconds * 1e9 / Double(frames)
  }
}
