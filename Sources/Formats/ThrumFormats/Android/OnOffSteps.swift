extension VibrationEffect.Waveform {
  /// Amplitude below which a motor without adjustable strength stays off: −10 dB, an assumption.
  private static let faint = 80

  /// Steps for a motor that is either on (255) or off (0).
  package var onOff: [Step] {
    let most = steps.compactMap(\.amplitude).max() ?? 255
    // A pattern that is weak as a whole is still played.
    let limit = min(Self.faint, (most + 1) / 2)
    var result: [Step] = []
    for step in steps {
      let amplitude = step.amplitude ?? 255 >= limit ? 255 : 0
      if let last = result.last, last.amplitude == amplitude {
        result[result.count - 1].milliseconds += step.milliseconds
      } else {
        result.append(Step(milliseconds: step.milliseconds, amplitude: amplitude))
      }
    }
    return result
  }
}
