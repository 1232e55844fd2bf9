import ThrumDevice
import ThrumPattern

/// A running ``EccentricMotor``, exact for a drive that is constant during each frame.
struct SpinningMotor: BitwiseCopyable {
  private let decay: Double
  private let speedPerVolt: Double
  private let turnsPerSpeed: Double
  private let accelerationPerSpeedSquared: Double
  private let harmonicLevels: HarmonicLevels
  private let levelsPerSpeed: Float
  private var speed = 0.0
  private var angle = 0.0

  init(_ motor: EccentricMotor, sampleRate: SampleRate) {
    decay = exponential(-1 / (motor.timeConstant * sampleRate))
    speedPerVolt = motor.speedPerVolt
    turnsPerSpeed = 1 / (2 * .pi * sampleRate)
    accelerationPerSpeedSquared = motor.imbalance / motor.deviceMass
    let fastest = 1.5 * motor.ratedHertz
    harmonicLevels = .ofMotor(motor, upTo: fastest)
    levelsPerSpeed = Float(1 / (2 * .pi * fastest))
  }

  var isAtRest: Bool { @_noLocks @inline(__always) get { speed == 0 } }

  @_noLocks
  mutating func reset() {
    speed = 0
    angle = 0
  }

  /// Converts volts to acceleration (m/s²) and writes ``Harmonics`` if requested.
  @_noLocks
  mutating func render(
    drive: UnsafePointer<Double>, into acceleration: UnsafeMutablePointer<Double>,
    harmonics: UnsafeMutablePointer<Float>?, frames: FrameCount
  ) {
    for frame in 0..<frames {
      let goal = drive[frame] * speedPerVolt
      speed = goal + (speed - goal) * decay
      angle += speed * turnsPerSpeed
      angle -= angle >= 1 ? 1 : 0
      angle += angle < 0 ? 1 : 0
      acceleration[frame] = accelerationPerSpeedSquared * speed * speed * sineOfTurns(angle)
      guard let harmonics else { continue }
      harmonics[frame] =
        harmonicLevels[Float(speed) * levelsPerSpeed] * Harmonics.sum(atTurns: Lanes(repeating: Float(angle)))[0]
    }
    // Below 0.1 rad/s, the force is less than a millionth of the rated force.
    if drive[frames - 1] == 0, speed < 0.1, speed > -0.1 { reset() }
  }
}
