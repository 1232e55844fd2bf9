import ThrumDevice
import ThrumEngine
import ThrumPattern

package enum RenderedLength {
  /// Length including the actuator's ringing, found by rendering. Returns the timeline's end if it exceeds the limit.
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
