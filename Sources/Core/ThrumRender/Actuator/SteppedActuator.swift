import ThrumDevice
import ThrumPattern

/// A running ``ResonantActuator``, computed frame by frame, with displacement, a stiffening spring and end stops.
///
/// Uses Strang splitting: half a kick of the nonlinear force, the exact linear flow, half a kick. There is no
/// iteration, so the run time is bounded.
struct SteppedActuator: BitwiseCopyable {
  private let transition: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  private let inputBefore: SIMD4<Double>
  private let inputAfter: SIMD4<Double>
  private let output: SIMD4<Double>
  private let deviceGain: Double
  private let subSteps: Int
  /// Kick of the cubic spring over half a step, per m³.
  private let springKick: Double
  /// Kick of the stops over half a step, per metre beyond the stroke.
  private let stopKick: Double
  private let stroke: Double
  private let stepsPerSecond: Double
  private var state = SIMD4<Double>.zero
  private var lastDrive = 0.0

  /// Relative to the linear spring, the hardening at full stroke is 0.3 and the stiffness of the stops is 20. Both are
  /// assumptions from `Docs/Actuators.md`.
  init(_ actuator: ResonantActuator, sampleRate: SampleRate, isNonlinear: Bool) {
    subSteps = isNonlinear ? 4 : 1
    let stepsPerSecond = sampleRate * Double(subSteps)
    self.stepsPerSecond = stepsPerSecond
    let update = StateUpdate(actuator, frameSeconds: 1 / stepsPerSecond)
    let a = update.transition
    func columnOf(_ j: Int) -> SIMD4<Double> { SIMD4(a[0, j], a[1, j], a[2, j], 0) }
    transition = (columnOf(0), columnOf(1), columnOf(2))
    inputBefore = SIMD4(update.inputBefore[0], update.inputBefore[1], update.inputBefore[2], 0)
    inputAfter = SIMD4(update.inputAfter[0], update.inputAfter[1], update.inputAfter[2], 0)
    output = SIMD4(update.output[0], update.output[1], update.output[2], 0)
    deviceGain = actuator.deviceGain
    stroke = actuator.stroke
    let halfStepOverMass = 0.5 / stepsPerSecond / actuator.movingMass
    let cubic = 0.3 * actuator.stiffness / (actuator.stroke * actuator.stroke)
    springKick = isNonlinear ? cubic * halfStepOverMass : 0
    stopKick = isNonlinear ? 20 * actuator.stiffness * halfStepOverMass : 0
  }

  var isAtRest: Bool {
    @_noLocks @inline(__always) get { state.x == 0 && state.y == 0 && state.z == 0 && lastDrive == 0 }
  }

  @_noLocks
  mutating func reset() {
    state = .zero
    lastDrive = 0
  }

  @_noLocks @inline(__always)
  private func kick(_ x: Double) -> Double {
    let beyond = x > stroke ? x - stroke : (x < -stroke ? x + stroke : 0)
    return springKick * x * x * x + stopKick * beyond
  }

  @_noLocks
  mutating func render(
    drive: UnsafePointer<Double>, into acceleration: UnsafeMutablePointer<Double>,
    displacement: UnsafeMutablePointer<Double>, frames: FrameCount
  ) {
    var z = state
    var before = lastDrive
    let share = 1 / Double(subSteps)
    for frame in 0..<frames {
      let step = (drive[frame] - before) * share
      for subStep in 0..<subSteps {
        let after = subStep + 1 == subSteps ? drive[frame] : before + step
        z.y -= kick(z.x)
        z =
          (transition.0 * z.x + transition.1 * z.y)
          + (transition.2 * z.z + (inputBefore * before + inputAfter * after))
        z.y -= kick(z.x)
        before = after
      }
      let force = kick(z.x) * 2 * stepsPerSecond
      acceleration[frame] =
        deviceGain * ((output.x * z.x + output.y * z.y) + output.z * z.z - force)
      displacement[frame] = z.x * 1000
    }
    state = z
    lastDrive = before
    if before == 0 { settle() }
  }

  @_noLocks
  private mutating func settle() {
    let x = state.x
    let v = state.y
    let i = state.z
    if x < 1e-11, x > -1e-11, v < 1e-8, v > -1e-8, i < 1e-8, i > -1e-8 { state = .zero }
  }
}

/// A running ``EccentricMotor``, exact for a drive that is constant during each frame. A weight at rest turns after the
/// dead time, counted in whole frames of drive.
struct SpinningMotor: BitwiseCopyable {
  private let decay: Double
  private let speedPerVolt: Double
  private let turnsPerSpeed: Double
  private let accelerationPerSpeedSquared: Double
  private let harmonicLevels: HarmonicLevels
  private let levelsPerSpeed: Float
  /// Dead time.
  private let deadFrames: Int32
  /// Magnitude below which the weight counts as at rest, rad/s.
  private let restSpeed: Double
  /// Drive that starts nothing: 1 % of the rated one.
  private let leastVolts: Double
  private var start = MotorStart()
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
    deadFrames = Int32(clamping: Int(saturating: (motor.startSeconds * sampleRate).rounded()))
    restSpeed = MotorStart.restShare * 2 * .pi * motor.ratedHertz
    leastVolts = 0.01 * motor.ratedVolts
  }

  var isAtRest: Bool { @_noLocks @inline(__always) get { speed == 0 && start.isPending } }

  @_noLocks
  mutating func reset() {
    speed = 0
    angle = 0
    start = MotorStart()
  }

  /// Converts volts to acceleration (m/s²) and writes ``Harmonics`` if requested.
  @_noLocks
  mutating func render(
    drive: UnsafePointer<Double>, into acceleration: UnsafeMutablePointer<Double>,
    harmonics: UnsafeMutablePointer<Float>?, frames: FrameCount
  ) {
    for frame in 0..<frames {
      let volts = drive[frame]
      let isDriven = volts >= leastVolts || volts <= -leastVolts
      let isTurning = speed >= restSpeed || speed <= -restSpeed
      let reaches = start.reaches(after: deadFrames, isDriven: isDriven, isTurning: isTurning)
      let goal = reaches ? volts * speedPerVolt : 0
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
