import ThrumPattern
import ThrumDevice
import ThrumEngine

/// The length of what `render` writes: only the renderer knows when the last ring is too weak to count.
package enum RenderedLength {
  /// Seconds of a rendering of patterns that play together; the timeline's end for those too long to be rendered.
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
