import ThrumPattern
import ThrumDevice
import ThrumEngine

/// The rendered length, which includes the actuator's ringing.
package enum RenderedLength {
  /// Length of patterns that play together, found by rendering; the timeline's end if they are too long to render.
  package static func seconds(
    _ patterns: [CompiledPattern], settings: RenderSettings, timeline: PatternTimeline
  ) -> Double {
    guard timeline.end <= SignalSummary.limitSeconds else { return timeline.end }
    var renderer = OfflineRenderer(patterns, settings: settings)
    var frames = 0
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext { frames += $0.count / OfflineRenderer.Signal.monitor.channels }
    }
    return Double(frames) / settings.sampleRate
  }
}
