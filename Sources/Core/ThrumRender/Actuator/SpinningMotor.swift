import ThrumPattern
import ThrumDevice

/// The running state of an ``EccentricMotor``: exact for a drive held over each frame.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct SpinningMotor: BitwiseCopyable {
  private let decay: Double
  private let speedPerVolt: Double
  private let turnsPerSpeed: Double
  private let accelerationPerSpeedSquared: Double
  private let harmonicLevels: HarmonicLevels
  private let levelsPerSpeed: Float
  private var speed = 0.0
  private var angle = 0.0

  /// Prepares the coefficients; standing still.
  init(_ motor: EccentricMotor, sampleRate: SampleRate) {
    decay = exponential(-1 / (motor.timeConstant * sampleRate))
    speedPerVolt = motor.speedPerVolt
    turnsPerSpeed = 1 / (2 * .pi * sampleRate)
    accelerationPerSpeedSquared = motor.imbalance / motor.deviceMass
    let fastest = 1.5 * motor.ratedHertz
    harmonicLevels = .ofMotor(motor, upTo: fastest)
    levelsPerSpeed = Float(1 / (2 * .pi * fastest))
  }

  /// Whether the motor stands still.
  ///
  /// - Real-time: yes.
  var isAtRest: Bool { @_noLocks @inline(__always) get { speed == 0 } }

  /// Standing still, the weight up.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func reset() {
    speed = 0
    angle = 0
  }

  /// Turns volts into acceleration of the device in m/s², and writes the ``Harmonics`` of that where they are wanted; the displacement of a motor is 0.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
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
    // Below 0.1 rad/s the force is a millionth of the rated one.
    if drive[frames - 1] == 0, speed < 0.1, speed > -0.1 { reset() }
  }
}
