import ThrumDevice
import ThrumPattern

/// An eccentric motor, recognised by a frequency that rises with intensity.
struct EccentricFit {
  /// Speed at full intensity.
  let hertz: Estimate
  private let seconds: Double

  /// - Throws: ``FitError`` if the speed differs by 10 % or more between events at full intensity.
  init(_ recording: FitRecording, _ buzzes: Buzzes) throws(FitError) {
    let speeds = buzzes.clear.map(\.sine.hertz)
    let speed = speeds.reduce(0, +) / Double(speeds.count)
    let spread = (speeds.reduce(0) { $0 + ($1 - speed) * ($1 - speed) } / Double(max(1, speeds.count - 1))).squareRoot()
    seconds = EccentricFit.spinUp(recording, FitPattern.overSharpness[4], hertz: speed)
    let late = seconds / Buzzes.length * exponential(-Buzzes.start / seconds)
    hertz = Estimate(value: speed, range: 2 * spread + late * speed)
    guard hertz.range < 0.1 * speed else {
      throw FitError(
        "the frequency of the continuous events varies between \(fixed(speeds.min() ?? 0, 0)) and \(fixed(speeds.max() ?? 0, 0)) Hz: too much for an eccentric motor, and it does not follow sharpness. Is something else audible?"
      )
    }
  }

  /// The preset coin motor with this speed and time constant.
  var motor: EccentricMotor {
    guard case .eccentric(var motor) = ActuatorPreset.eccentric.model else { preconditionFailure("it is eccentric") }
    motor.ratedVolts *= hertz.value / motor.ratedHertz
    motor.inertia *= seconds / motor.timeConstant
    return motor
  }

  /// Fits the time constant in seconds: speed rises as 1 − e^(−t/τ), and acceleration as the square of speed. Also fits
  /// the start, since recordings are aligned by level and these motors become loud slowly.
  private static func spinUp(_ recording: FitRecording, _ step: FitPattern.Step, hertz: Double) -> Double {
    let window = 2 / hertz
    func level(at time: Double) -> Double {
      recording.part(from: step.start + time - window / 2, seconds: window).reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    let steady = (0..<20).reduce(0) { $0 + level(at: 0.3 + 0.005 * Double($1)) } / 20
    let risen = stride(from: -0.1, to: 0.25, by: 0.002).map { (time: $0, share: level(at: $0) / steady) }
    var best = (miss: Double.infinity, seconds: 0.0)
    for seconds in stride(from: 2.0, through: 7, by: 0.05).map({ 0.001 * exponentialBase2($0) }) {
      for begin in stride(from: -0.1, through: 0.05, by: 0.002) {
        let miss = risen.reduce(0.0) { sum, point in
          let speed = point.time > begin ? 1 - exponential((begin - point.time) / seconds) : 0
          let difference = point.share - speed * speed
          return sum + difference * difference
        }
        if miss < best.miss { best = (miss, seconds) }
      }
    }
    return best.seconds
  }
}
