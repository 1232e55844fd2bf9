import ThrumPattern

/// Converts a clip to a waveform, with 10 ms steps for ramps and a short step for each pulse.
struct WaveformMaker {
  private(set) var losses: [String] = []
  private let line: [Polyline.Sample]
  private let pulses: [(start: Int, end: Int, amplitude: Double)]
  private let end: Int

  /// In milliseconds.
  private static let step = 10.0

  init(_ clip: HapticClip) {
    line = clip.amplitude.map { Polyline.Sample(time: $0.time, value: $0.amplitude) }
    var found: [(start: Int, end: Int, amplitude: Double)] = []
    var (melted, moved) = (0, false)
    func isWeak(_ amplitude: Double) -> Bool { amplitude > 0 && (255 * amplitude).rounded() == 0 }
    for point in clip.amplitude {
      guard let pulse = point.emphasis, pulse.amplitude > 0 else { continue }
      let start = milliseconds(point.time)
      if abs(Double(start) / 1000 - point.time) > 1e-6 { moved = true }
      if let last = found.last, start < last.end + 5 {
        // Leave a gap between two taps.
        if start - last.start >= 10 { found[found.count - 1].end = max(last.start + 5, start - 5) } else { melted += 1 }
      }
      let length = VibrationLimits.tapMilliseconds(sharpness: pulse.frequency)
      found.append((start, start + length, pulse.amplitude))
    }
    let weak = WeakParts(
      line, below: 0.5 / 255,
      taps: clip.amplitude.filter { $0.emphasis.map { isWeak($0.amplitude) } ?? false }.map { $0.time })
    if let loss = weak.loss { losses.append(loss) }
    pulses = found
    end = max(milliseconds(clip.duration), found.last?.end ?? 0)
    losses.append(
      "frequency: a waveform always plays at the motor's own frequency; instead, sharper taps are made shorter")
    if moved { losses.append("exact times: rounded to 1 ms") }
    if melted > 0 { losses.append("\(counted(melted, "transient")) within 10 ms of another: merged into one") }
  }

  func waveform() -> VibrationEffect.Waveform {
    let levels = steps()
    var times = Set(levels.map { $0.start })
    for pulse in pulses { times.formUnion([pulse.start, pulse.end]) }
    let sorted = times.filter { $0 < end }.sorted()
    var result = VibrationEffect.Waveform(steps: [])
    var (level, next) = (0, 0)
    for (index, start) in sorted.enumerated() {
      while level + 1 < levels.count, levels[level + 1].start <= start { level += 1 }
      while next < pulses.count, pulses[next].end <= start { next += 1 }
      var amplitude = level < levels.count && levels[level].start <= start ? levels[level].amplitude : 0
      for pulse in pulses[next...].prefix(while: { $0.start <= start }) where start < pulse.end {
        amplitude = max(amplitude, pulse.amplitude)
      }
      let strength = Int(saturating: (255 * min(1, amplitude)).rounded())
      let length = (index + 1 < sorted.count ? sorted[index + 1] : end) - start
      if let last = result.steps.last, last.amplitude == strength {
        result.steps[result.steps.count - 1].milliseconds += length
      } else {
        result.steps.append(.init(milliseconds: length, amplitude: strength))
      }
    }
    // Some phones ignore a waveform of a single step.
    if result.steps.count == 1 { result.steps.append(.init(milliseconds: 1, amplitude: 0)) }
    return result
  }

  /// Returns the steps of the continuous part, with starts in ms.
  private func steps() -> [(start: Int, amplitude: Double)] {
    var result: [(start: Int, amplitude: Double)] = [(0, 0)]
    func add(_ start: Int, _ amplitude: Double) {
      if result[result.count - 1].start == start {
        result[result.count - 1].amplitude = amplitude
      } else {
        result.append((start, amplitude))
      }
    }
    for (a, b) in zip(line, line.dropFirst()) where b.time > a.time {
      let length = (b.time - a.time) * 1000
      let count = max(
        1, Int(saturating: min((length / WaveformMaker.step).rounded(.up), (abs(b.value - a.value) * 255).rounded(.up)))
      )
      for part in 0..<count {
        let start = milliseconds(a.time + (b.time - a.time) * Double(part) / Double(count))
        let stop = milliseconds(a.time + (b.time - a.time) * Double(part + 1) / Double(count))
        guard stop > start else { continue }
        add(start, a.value + (b.value - a.value) * (Double(part) + 0.5) / Double(count))
      }
    }
    if let last = line.last { add(max(result[result.count - 1].start + 1, milliseconds(last.time)), 0) }
    return result
  }
}
