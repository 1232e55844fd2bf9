import ThrumPattern

/// Finds onset times in the sound's peaks, more precisely than the spectrum's windows allow.
struct OnsetTiming {
  private let sound: SoundFeatures
  private let quarter: Double

  /// Time from the steepest rise to the attack, s.
  private static let lead = -0.002
  /// Range around the steepest rise in which to find an attack's peak and its start, s.
  private static let after = 0.045, before = 0.06
  /// Calm before an attack, s.
  private static let calm = 0.006
  /// Largest distance of the attack from the steepest rise, s.
  private static let early = 0.05, late = 0.01

  init(_ sound: SoundFeatures) {
    self.sound = sound
    quarter = sound.interval / Double(SoundFeatures.peaksPerStep)
  }

  /// Returns the start (s) of the attack whose steepest rise is at a step: where a line through one tenth and one half
  /// of the rise meets the prior level. Returns the step's own time if the sound was just as loud before.
  func time(of step: Int) -> Double {
    let coarse = max(0, sound.time(step) + OnsetTiming.lead)
    let here = step * SoundFeatures.peaksPerStep
    let last = min(sound.peaks.count - 1, here + frames(OnsetTiming.after))
    let first = max(0, here - frames(OnsetTiming.before))
    guard first < here, here < last else { return coarse }
    let values = sound.peaks[first...last]
    let highest = values[here...].max() ?? 0
    guard let top = values[max(first, here - 8)...].firstIndex(where: { $0 >= 0.7 * highest }) else { return coarse }
    let floor = quiet(values[...here])
    guard values[top] > 2 * floor else { return coarse }
    let tenth = 1.5 * floor + 0.1 * (values[top] - 1.5 * floor)
    let half = floor + 0.5 * (values[top] - floor)
    guard let begin = beginning(values, before: top, above: tenth) else { return coarse }
    let middle = values[begin...].firstIndex { $0 >= half } ?? begin
    let time = sound.time(0) + Double(begin) * quarter - 0.5 * Double(middle - begin) * quarter
    return time < coarse + OnsetTiming.late && time > coarse - OnsetTiming.early ? max(0, time) : coarse
  }

  /// Returns the maximum of the quietest 10 ms.
  private func quiet(_ values: ArraySlice<Float>) -> Float {
    let width = frames(0.01)
    guard values.count > width else { return values.max() ?? 0 }
    return (values.startIndex...values.endIndex - width).map { values[$0..<$0 + width].max() ?? 0 }.min() ?? 0
  }

  /// Returns where a level is first exceeded between the last calm and a peak.
  private func beginning(_ values: ArraySlice<Float>, before top: Int, above level: Float) -> Int? {
    let calm = frames(OnsetTiming.calm)
    var (begin, quiet) = (top, 0)
    var index = top
    while index > values.startIndex, quiet < calm {
      index -= 1
      if values[index] > level {
        (begin, quiet) = (index, 0)
      } else {
        quiet += 1
      }
    }
    return quiet == calm || index == 0 ? begin : nil
  }

  private func frames(_ seconds: Double) -> Int { max(1, Int(saturating: (seconds / quarter).rounded())) }
}
