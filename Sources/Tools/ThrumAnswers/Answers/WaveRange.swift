import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern

/// A range of the waveform in columns of equal length, down to single samples.
package struct WaveRange: JSONWritable {
  package var from: Double
  package var to: Double
  package var low: [Float]
  package var high: [Float]
  /// RMS of each column.
  package var core: [Float]

  /// Returns whether a range can be asked for, s.
  package static func allows(from: Double, to: Double) -> Bool {
    from.isFinite && to.isFinite && from < to && to - from < 1e6
  }

  /// Renders only if the overview is too coarse. `to` is limited to the waveform's end.
  package init<Failure>(
    _ pattern: CompiledPattern, _ overview: WaveOverview, settings: RenderSettings, from: Double, to: Double,
    columns: Int, _ work: Work<Failure>
  ) throws(Failure) {
    let first = max(0, from)
    let last = min(max(to, first), max(overview.seconds, first))
    let frames = Int(saturating: ((last - first) * settings.sampleRate).rounded(.up))
    self.from = first
    self.to = last
    let wanted = min(max(columns, Analysis.columnRange.lowerBound), Analysis.columnRange.upperBound)
    let count = min(wanted, max(1, frames))
    guard frames < count * overview.framesPerStep, last > first else {
      (low, high, core) = overview.columns(count, from: first, to: last)
      return
    }
    let summary = try SignalSummary(
      [pattern], settings: settings, signal: .acceleration, range: first...last, columns: count, work)
    low = summary.columns.map { $0.count > 0 ? $0.low : 0 }
    high = summary.columns.map { $0.count > 0 ? $0.high : 0 }
    core = summary.columns.map { Float($0.rms) }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("from", from)
      writer.member("to", to)
      writer.member("low", low)
      writer.member("high", high)
      writer.member("core", core)
    }
  }
}
