import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern

/// A signal's minimum and maximum in equal steps of 32 frames or more, for drawing at any zoom.
package struct WaveOverview: Sendable {
  package private(set) var framesPerStep = 32
  package private(set) var frames = 0
  package private(set) var peak = 0.0
  package let touchLevelDecibels: Double?
  package let sampleRate: SampleRate
  private var lows: [Float] = []
  private var highs: [Float] = []
  /// Mean squares.
  private var squares: [Float] = []

  /// Maximum number of steps, 12 bytes each. Beyond it, steps are merged in pairs.
  static let mostSteps = 1 << 19

  /// Renders the acceleration up to ``SignalSummary/limitSeconds``.
  package init<Failure>(
    _ patterns: [CompiledPattern], settings: RenderSettings, _ work: Work<Failure>
  ) throws(Failure) {
    sampleRate = settings.sampleRate
    var touch = FeltMeter(sampleRate: settings.sampleRate)
    var renderer = OfflineRenderer(patterns, settings: settings, signal: .acceleration)
    let limit = Int(saturating: SignalSummary.limitSeconds * settings.sampleRate)
    var steps = Steps()
    var isOver = false
    while !isOver, steps.frames < limit {
      try work.check()
      isOver = !renderer.renderNext { samples in
        steps.add(samples)
        for sample in samples { touch.add(Double(sample)) }
      }
    }
    touch.finish()
    steps.finish()
    (framesPerStep, frames, lows, highs, squares) = (steps.width, steps.frames, steps.lows, steps.highs, steps.squares)
    peak = Double(max(highs.max() ?? 0, -(lows.min() ?? 0)))
    touchLevelDecibels = touch.strongestDecibels
  }

  package var seconds: Double { Double(frames) / sampleRate }

  /// Minimum, maximum and RMS in equal columns.
  package typealias Columns = (low: [Float], high: [Float], core: [Float])

  /// Returns the columns of a range, s; 0 beyond the end.
  package func columns(_ count: Int, from start: Double, to end: Double) -> Columns {
    let step = Double(framesPerStep) / sampleRate
    let width = (end - start) / Double(max(1, count))
    var low = [Float](repeating: 0, count: max(0, count))
    var (high, core) = (low, low)
    for column in low.indices {
      let begin = (start + Double(column) * width) / step
      let first = min(lows.count, max(0, Int(begin)))
      let last = min(lows.count, max(first + 1, Int(saturating: (begin + width / step).rounded(.up))))
      guard first < last, begin + width / step > 0 else { continue }
      low[column] = lows[first..<last].min() ?? 0
      high[column] = highs[first..<last].max() ?? 0
      core[column] = (squares[first..<last].reduce(0, +) / Float(last - first)).squareRoot()
    }
    return (low, high, core)
  }

  private struct Steps {
    var width = 32
    var frames = 0
    var lows: [Float] = []
    var highs: [Float] = []
    var squares: [Float] = []
    private var energy: Float = 0
    private var low = Float.infinity
    private var high = -Float.infinity
    private var filled = 0

    mutating func add(_ samples: UnsafeBufferPointer<Float>) {
      for sample in samples {
        low = min(low, sample)
        high = max(high, sample)
        energy += sample * sample
        filled += 1
        if filled == width { finish() }
      }
      frames += samples.count
    }

    mutating func finish() {
      guard filled > 0 else { return }
      lows.append(low)
      highs.append(high)
      squares.append(energy / Float(filled))
      (low, high, energy, filled) = (.infinity, -.infinity, 0, 0)
      guard lows.count == WaveOverview.mostSteps else { return }
      for index in 0..<lows.count / 2 {
        lows[index] = min(lows[2 * index], lows[2 * index + 1])
        highs[index] = max(highs[2 * index], highs[2 * index + 1])
        squares[index] = (squares[2 * index] + squares[2 * index + 1]) / 2
      }
      lows.removeLast(lows.count / 2)
      highs.removeLast(highs.count / 2)
      squares.removeLast(squares.count / 2)
      width *= 2
    }
  }
}
