import HapticEngine
import HapticPattern
import HapticRender

/// Long patterns with few and with many events: a second of signal costs the same.
enum EventBenchmarks {
  static func run(_ report: inout Report) {
    let many = transients(100_000, over: 600)
    let compile = leastProcessorSeconds(of: 7) { _ = ScheduleCompiler(sampleRate: 48_000).compile(many) }
    report.add("compile 100 000 events", compile * 1000, "ms", reference: 50)
    report.add("render: 10⁵ against 10² transients over 600 s", eventRatio(), "×", reference: 1.5)
    let short = nanosecondsAFrame(transients(100, over: 10))
    let long = nanosecondsAFrame(transients(6_000, over: 600))
    report.add("a second of 600 s against one of 10 s", long / short, "×", reference: 1.5)
  }

  /// What a second of 100 000 transients costs against one of 100, over ten minutes.
  static func eventRatio() -> Double {
    let few = nanosecondsAFrame(transients(100, over: 600))
    return nanosecondsAFrame(transients(100_000, over: 600)) / few
  }

  /// Transients at even distances, of all strengths and sharpnesses.
  private static func transients(_ count: Int, over seconds: Double) -> Pattern {
    Pattern(
      entries: (0..<count).map { index in
        .event(
          Event(
            type: .hapticTransient, time: seconds * Double(index) / Double(count),
            parameters: [
              EventParameter(.hapticIntensity, 0.3 + 0.6 * Double(index % 7) / 7),
              EventParameter(.hapticSharpness, Double(index % 11) / 11),
            ]))
      })
  }

  /// Nanoseconds of a frame of a compiled pattern, offline.
  private static func nanosecondsAFrame(_ pattern: Pattern) -> Double {
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
    var frames = 0
    let seconds = leastProcessorSeconds(of: 3) {
      var renderer = OfflineRenderer([schedule], settings: RenderSettings())
      frames = 0
      while renderer.renderNext({ frames += $0.count / 2 }) {}
    }
    return seconds * 1e9 / Double(frames)
  }
}
