import ThrumFeel
import ThrumPattern

/// Measures how much an effect feels like a part of a clip on a motor.
struct EnvelopeMeasure {
  private let original: FeltCourse
  private let motor: FeelMotor

  init(
    _ clip: HapticClip, on motor: FeelMotor, _ work: Work<PatternWriter.WriteError>
  ) throws(PatternWriter.WriteError) {
    self.motor = motor
    original = try EnvelopeMeasure.course(clip, on: motor, work)
  }

  /// Returns how different an effect feels from a part of the clip.
  ///
  /// - Parameters: the part's begin and end, s.
  func difference(
    of part: VibrationSequence.Part, from begin: Double, to end: Double, _ work: Work<PatternWriter.WriteError>
  ) throws(PatternWriter.WriteError) -> FeltDifference {
    // Both courses begin at the same step.
    let first = Int(saturating: (begin * Double(FeltCourse.stepsPerSecond)).rounded(.down))
    var moved = part
    moved.start -= first * 1_000 / FeltCourse.stepsPerSecond
    let sequence = VibrationSequence([moved])
    let played = try EnvelopeMeasure.course(VibrationClip(sequence).clip, on: motor, work)
    return original.part(from: first, seconds: end - begin + EnvelopeMeasure.after).difference(to: played)
  }

  /// For how long an actuator moves after a drive, s.
  private static let after = 0.1

  private static func course(
    _ clip: HapticClip, on motor: FeelMotor, _ work: Work<PatternWriter.WriteError>
  ) throws(PatternWriter.WriteError) -> FeltCourse {
    try FeltCourse([clip.continuousPattern, clip.transientPattern], on: motor, work)
  }
}
