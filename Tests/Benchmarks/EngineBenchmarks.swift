import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// The engine: speed of virtual time, and latency of commands.
enum EngineBenchmarks {
  static func run(_ report: inout Report) throws {
    report.add("an hour of virtual time, a player each second", try virtualHour(), "ms", reference: 100)
    let calls = try callNanoseconds()
    report.add("a call into a live engine, with its answer", calls, "ns")
    let latency = try commandLatency(periodFrames: 256)
    report.add(
      "call to first affected frame, worst of 500", Double(latency.worst), "frames",
      reference: Double(256 + quantumFrames))
    report.add("the same, mean", latency.mean, "frames")
    report.add(
      "call to heard, worst (period 256, buffer 1024)", Double(latency.worst + 1024) / 48, "ms")
  }

  /// Milliseconds for an hour with a player of three taps each second, as in a debug build of an app's test that
  /// requests no samples.
  private static func virtualHour() throws -> Double {
    let pattern = Pattern(
      entries: [0, 0.1, 0.2].map { .event(Event(type: .hapticTransient, time: $0)) })
    return try 1000
      * leastProcessorSeconds(of: 9) {
        let environment = HapticEnvironment.virtual()
        let engine = try HapticEngine(in: environment)
        try engine.startAndWait()
        let player = try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(pattern) }
        for _ in 0..<3600 {
          try player.start()
          environment.advance(by: 1)
        }
        precondition(environment.timeline.entries.count > 3 * 3600, "all taps must have been felt")
      }
  }

  private static func callNanoseconds() throws -> Double {
    let engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: .realTime())
    try engine.startAndWait()
    let player = try engine.withEngine { (engine) throws(EngineError) in
      try engine.makePlayer(Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))]))
    }
    let count = 20_000
    let seconds = try leastSeconds(of: 3) {
      for _ in 0..<count { try player.stop() }
    }
    engine.stop(completion: nil)
    return seconds / Double(count) * 1e9
  }

  /// Frames between the renderer's position at a call and the first affected frame, for calls at scattered places
  /// between periods.
  private static func commandLatency(periodFrames: FrameCount) throws -> (worst: Int, mean: Double) {
    let hand = ManualOutput.Driver(periodFrames: periodFrames)
    let engine = try HapticEngine(EngineConfiguration { ManualOutput(hand) }, in: .realTime())
    try engine.startAndWait()
    let player = try engine.withEngine { (engine) throws(EngineError) in
      try engine.makePlayer(Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))]))
    }
    var latencies: [Int] = []
    for round in 0..<500 {
      for _ in 0..<(round % 7) { hand.renderPeriod() }
      // The frame being heard at the time of the call may be anywhere in the period that is rendered next.
      let called = try engine.withEngine { (engine) throws(EngineError) -> SampleTime in
        let frame = engine.meter.renderedFrames
        try player.start()
        return frame
      }
      hand.renderPeriod()
      let started = engine.environment.timeline.entries.compactMap { entry -> SampleTime? in
        if case .playerStarted(let frame) = entry.fact { frame } else { nil }
      }
      // A call just after a period was rendered waits for a whole period.
      if let frame = started.max() { latencies.append(Int(frame - called) + periodFrames) }
    }
    engine.stop(completion: nil)
    precondition(latencies.count > 400, "the starts must have acted")
    return (latencies.max() ?? 0, Double(latencies.reduce(0, +)) / Double(latencies.count))
  }
}
