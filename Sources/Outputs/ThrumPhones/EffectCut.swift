import ThrumFormats

struct EffectCut {
  /// Start of the remainder, ms.
  let from: Int
  let rate: Double

  static let whole = EffectCut(from: 0, rate: 1)

  private func scaled(_ time: Int) -> Int { Int((Double(max(0, time - from)) / rate).rounded()) }

  /// Returns the remaining steps, without pauses at the end.
  func rest(of steps: [VibrationEffect.Waveform.Step]) -> [VibrationEffect.Waveform.Step] {
    var result: [VibrationEffect.Waveform.Step] = []
    var time = 0
    for step in steps {
      // Times, not lengths, are rounded, so that errors do not add up.
      let length = scaled(time + step.milliseconds) - scaled(time)
      time += step.milliseconds
      guard length > 0 else { continue }
      if let last = result.last, last.amplitude == step.amplitude {
        result[result.count - 1].milliseconds += length
      } else {
        result.append(.init(milliseconds: length, amplitude: step.amplitude))
      }
    }
    if result.last?.amplitude == 0 { result.removeLast() }
    return result
  }

  /// Returns the remaining points, including the pause before the envelope. `nil` if nothing is left, or if more points
  /// are left than some phones support.
  ///
  /// An envelope begins at intensity 0, so a cut inside a vibration leaves a rise of minimum length.
  func rest(of envelope: VibrationEffect.BasicEnvelope, start: Int) -> VibrationEffect.BasicEnvelope? {
    let sharpness = envelope.initialSharpness ?? envelope.points.first?.sharpness ?? 0
    let pause = VibrationEffect.BasicEnvelope.Point(intensity: 0, sharpness: sharpness, milliseconds: start)
    var old = Corner(time: 0, intensity: 0, sharpness: sharpness)
    var new: Corner?
    var first = sharpness
    var points: [VibrationEffect.BasicEnvelope.Point] = []
    for point in (start > 0 ? [pause] : []) + envelope.points {
      let next = Corner(time: old.time + point.milliseconds, intensity: point.intensity, sharpness: point.sharpness)
      defer { old = next }
      guard next.time > from else { continue }
      if new == nil {
        let begin = old.mixed(with: next, at: from)
        first = begin.sharpness
        new = Corner(time: 0, intensity: 0, sharpness: first)
        if begin.intensity > 0 { add(begin, after: &new, to: &points) }
      }
      add(
        Corner(time: scaled(next.time), intensity: next.intensity, sharpness: next.sharpness), after: &new, to: &points)
    }
    guard points.contains(where: { $0.intensity > 0 }), points.count <= VibrationLimits.points else { return nil }
    return .init(initialSharpness: rounded(first), points: points)
  }

  /// `time` is in ms.
  private struct Corner {
    var time: Int
    var intensity: Double
    var sharpness: Double

    func mixed(with next: Corner, at time: Int) -> Corner {
      let share = next.time > self.time ? Double(max(0, time - self.time)) / Double(next.time - self.time) : 1
      return mixed(with: next, share: share)
    }

    func mixed(with next: Corner, share: Double) -> Corner {
      Corner(
        time: 0, intensity: intensity + (next.intensity - intensity) * share,
        sharpness: sharpness + (next.sharpness - sharpness) * share)
    }
  }

  /// Adds segments of valid lengths up to a corner, which is moved later if it is too near `last`.
  private func add(
    _ next: Corner, after last: inout Corner?, to points: inout [VibrationEffect.BasicEnvelope.Point]
  ) {
    guard let before = last else { return }
    let length = max(VibrationLimits.shortestLine, next.time - before.time)
    let count = (length + VibrationLimits.longestLine - 1) / VibrationLimits.longestLine
    for part in 1...count {
      let place = before.mixed(with: next, share: Double(part) / Double(count))
      points.append(
        .init(
          intensity: rounded(place.intensity), sharpness: rounded(place.sharpness),
          milliseconds: length * part / count - length * (part - 1) / count))
    }
    last = Corner(time: before.time + length, intensity: next.intensity, sharpness: next.sharpness)
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
