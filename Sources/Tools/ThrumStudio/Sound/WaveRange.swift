import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// A range of the waveform in columns of equal length, down to single samples.
struct WaveRange: Encodable {
  var from: Double
  var to: Double
  var low: [Float]
  var high: [Float]

  /// Renders only if the overview is too coarse. `to` is limited to the waveform's end.
  init(
    _ pattern: CompiledPattern, _ overview: WaveOverview, settings: RenderSettings, from: Double, to: Double,
    columns: Int, _ work: Work<StudioError>
  ) throws(StudioError) {
    let first = max(0, from)
    let last = min(max(to, first), max(overview.seconds, first))
    let frames = Int(((last - first) * settings.sampleRate).rounded(.up))
    self.from = first
    self.to = last
    let count = min(columns, max(1, frames))
    guard frames < count * overview.framesPerStep, last > first else {
      (low, high) = overview.columns(count, from: first, to: last)
      return
    }
    let summary = try SignalSummary(
      [pattern], settings: settings, signal: .acceleration, range: first...last, columns: count, work)
    low = summary.columns.map { $0.count > 0 ? $0.low : 0 }
    high = summary.columns.map { $0.count > 0 ? $0.high : 0 }
  }
}
