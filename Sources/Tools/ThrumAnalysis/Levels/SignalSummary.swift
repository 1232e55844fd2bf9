import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern

/// A rendered signal in columns of equal length.
package struct SignalSummary {
  package struct Column {
    package var low = Float.infinity
    package var high = -Float.infinity
    package var energy = 0.0
    package var count = 0
  }

  package private(set) var columns: [Column]
  package private(set) var peak = 0.0
  package private(set) var rms = 0.0
  /// Strongest 320 ms, dB above the threshold of touch. `nil` for silence and signals other than acceleration.
  package var touchLevelDecibels: Double? { touch?.strongestDecibels }
  private var touch: FeltMeter?
  package let framesPerColumn: Double

  package static let limitSeconds = 1800.0

  /// Renders up to the end of the range. Columns cover both channels.
  package init<Failure>(
    _ patterns: [CompiledPattern], settings: RenderSettings, signal: OfflineRenderer.Signal,
    range: ClosedRange<Double>, columns count: Int, _ work: Work<Failure>
  ) throws(Failure) {
    let first = max(0, range.lowerBound) * settings.sampleRate
    let wanted = (range.upperBound - range.lowerBound) * settings.sampleRate
    framesPerColumn = max(1e-9, wanted / Double(max(1, count)))
    columns = Array(repeating: Column(), count: max(1, count))
    touch = signal == .acceleration ? FeltMeter(sampleRate: settings.sampleRate) : nil
    var renderer = OfflineRenderer(
      patterns, settings: settings, signal: signal,
      // The final fade-out must fall after the range.
      lengthSeconds: min(max(range.upperBound, 1e-3) + EnvelopeTimes.quickFade, SignalSummary.limitSeconds))
    var frame = 0
    var isOver = false
    while !isOver {
      try work.check()
      isOver = !renderer.renderNext { samples in
        add(samples, channels: signal.channels, at: Double(frame) - first)
        frame += samples.count / signal.channels
      }
    }
    touch?.finish()
    let total = columns.reduce(into: (energy: 0.0, count: 0)) { sum, column in
      sum.energy += column.energy
      sum.count += column.count
      peak = max(
        peak, Double(max(abs(column.count > 0 ? column.low : 0), abs(column.count > 0 ? column.high : 0))))
    }
    rms = total.count > 0 ? (total.energy / Double(total.count)).squareRoot() : 0
  }

  private mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int, at first: Double) {
    let frames = samples.count / channels
    var index = first < 0 ? min(frames, Int(saturating: (-first).rounded(.up))) : 0
    while index < frames {
      let column = Int((first + Double(index)) / framesPerColumn)
      guard column < columns.count else { return }
      let border = Int(saturating: (Double(column + 1) * framesPerColumn - first).rounded(.up))
      let end = min(frames, max(index + 1, border))
      columns[column].add(samples, index * channels..<end * channels, channels: channels)
      if touch != nil { touch?.add(samples, index..<end) }
      index = end
    }
  }
}

extension SignalSummary.Column {
  fileprivate mutating func add(_ samples: UnsafeBufferPointer<Float>, _ range: Range<Int>, channels: Int) {
    var bottom = low
    var top = high
    var sum: Float = 0
    for index in range {
      let sample = samples[index]
      bottom = min(bottom, sample)
      top = max(top, sample)
      sum += sample * sample
    }
    low = bottom
    high = top
    energy += Double(sum) / Double(channels)
    count += range.count / channels
  }

  package var rms: Double { count > 0 ? (energy / Double(count)).squareRoot() : 0 }
}

/// RMS of the loudest window of two channels. The window moves by an eighth of its length.
struct LoudestWindow {
  private let step: Int
  private var energies = [Double](repeating: 0, count: 8)
  private var next = 0
  private var frames = 0
  private var most = 0.0

  init(frames: Int) { step = max(1, frames / 8) }

  mutating func add(_ left: Double, _ right: Double) {
    energies[next] += (left * left + right * right) / 2
    frames += 1
    guard frames == step else { return }
    most = max(most, energies.reduce(0, +))
    next = (next + 1) % energies.count
    energies[next] = 0
    frames = 0
  }

  /// The same as adding zeros.
  mutating func addSilence(_ count: Int) {
    var left = count
    while left > 0 {
      let part = min(left, step - frames - 1)
      frames += part
      left -= part
      guard left > 0 else { return }
      add(0, 0)
      left -= 1
    }
  }

  var rms: Double { (max(most, energies.reduce(0, +)) / Double(8 * step)).squareRoot() }
}
