import ThrumDevice
import ThrumPattern

/// State of a ``ResonantActuator`` (displacement m, velocity m/s, current A, unused) and the last voltage.
struct Motion: BitwiseCopyable {
  var state: SIMD4<Double>
  var lastDrive: Double

  var isAtRest: Bool {
    @_noLocks @inline(__always) get { state.x == 0 && state.y == 0 && state.z == 0 && lastDrive == 0 }
  }
}

/// A running ``ResonantActuator``: exact first-order hold, four frames per step.
struct LinearActuator: BitwiseCopyable {
  private typealias Four = SIMD4<Double>

  /// Columns that map the state to the next four accelerations and to the state after four frames.
  private var outputOfState: (Four, Four, Four)
  private var stateOfState: (Four, Four, Four)
  /// The same for the drive at the previous frame and at each of the four frames.
  private var outputOfDrive: (Four, Four, Four, Four, Four)
  private var stateOfDrive: (Four, Four, Four, Four, Four)
  private(set) var motion = Motion(state: .zero, lastDrive: 0)
  private let speedOfDisplacement: Double
  private let speedOfCurrent: Double
  private let deviceGain: Double

  init(_ actuator: ResonantActuator, sampleRate: SampleRate) {
    let update = StateUpdate(actuator, frameSeconds: 1 / sampleRate)
    let gain = actuator.deviceGain
    deviceGain = gain
    speedOfDisplacement = actuator.angularResonance
    speedOfCurrent = actuator.forceFactor / (actuator.movingMass * actuator.angularResonance)
    func column(state start: [Double], drive: [Double]) -> (output: Four, state: Four) {
      var z = start
      var output = Four.zero
      for frame in 0..<4 {
        z = update.step(z, from: drive[frame], to: drive[frame + 1])
        output[frame] = gain * (0..<3).reduce(0) { $0 + update.output[$1] * z[$1] }
      }
      return (output, Four(z[0], z[1], z[2], 0))
    }
    let still = [0.0, 0, 0, 0, 0]
    let x = column(state: [1, 0, 0], drive: still)
    let v = column(state: [0, 1, 0], drive: still)
    let i = column(state: [0, 0, 1], drive: still)
    outputOfState = (x.output, v.output, i.output)
    stateOfState = (x.state, v.state, i.state)
    let u = (0..<5).map { position in
      var drive = still
      drive[position] = 1
      return column(state: [0, 0, 0], drive: drive)
    }
    outputOfDrive = (u[0].output, u[1].output, u[2].output, u[3].output, u[4].output)
    stateOfDrive = (u[0].state, u[1].state, u[2].state, u[3].state, u[4].state)
  }

  var isAtRest: Bool { @_noLocks @inline(__always) get { motion.isAtRest } }

  @_noLocks
  mutating func reset() { motion = Motion(state: .zero, lastDrive: 0) }

  @_noLocks @inline(__always)
  mutating func set(_ motion: Motion) {
    self.motion = motion
    if motion.lastDrive == 0 { settle() }
  }

  /// Converts volts to acceleration (m/s²). `frames` is a multiple of 4.
  @_noLocks
  mutating func render(
    drive: UnsafePointer<Double>, into acceleration: UnsafeMutablePointer<Double>, frames: FrameCount
  ) {
    var x = motion.state.x
    var v = motion.state.y
    var i = motion.state.z
    var u0 = motion.lastDrive
    let ofX = stateOfState.0
    let ofV = stateOfState.1
    let ofI = stateOfState.2
    var frame = 0
    while frame < frames {
      let u1 = drive[frame]
      let u2 = drive[frame + 1]
      let u3 = drive[frame + 2]
      let u4 = drive[frame + 3]
      var driven = outputOfDrive.0 * u0 + outputOfDrive.1 * u1
      driven = driven + outputOfDrive.2 * u2
      driven = driven + outputOfDrive.3 * u3
      driven = driven + outputOfDrive.4 * u4
      let output = (outputOfState.0 * x + outputOfState.1 * v) + (outputOfState.2 * i + driven)
      var pushed = stateOfDrive.0 * u0 + stateOfDrive.1 * u1
      pushed = pushed + stateOfDrive.2 * u2
      pushed = pushed + stateOfDrive.3 * u3
      pushed = pushed + stateOfDrive.4 * u4
      let nextX = (ofX.x * x + ofV.x * v) + (ofI.x * i + pushed.x)
      let nextV = (ofX.y * x + ofV.y * v) + (ofI.y * i + pushed.y)
      i = (ofX.z * x + ofV.z * v) + (ofI.z * i + pushed.z)
      x = nextX
      v = nextV
      UnsafeMutableRawPointer(acceleration + frame).storeBytes(of: output, as: Four.self)
      u0 = u4
      frame += 4
    }
    set(Motion(state: Four(x, v, i, 0), lastDrive: u0))
  }

  /// Stops motion that is more than 150 dB below the rated motion, so that tails end without denormals.
  @_noLocks
  private mutating func settle() {
    let least = 1e-8  // m/s
    let x = motion.state.x * speedOfDisplacement
    let v = motion.state.y
    let i = motion.state.z * speedOfCurrent
    if x < least, x > -least, v < least, v > -least, i < least, i > -least { motion.state = .zero }
  }
}

/// Exact step of a ``ResonantActuator`` over one frame, for a drive that is linear between frames (first-order hold):
/// z' = Ad z + B0 u + B1 u', z = (displacement m, velocity m/s, current A), u in V.
///
/// Source: matrix exponential of the augmented system (Van Loan), as in `scipy.signal.cont2discrete(method='foh')`.
package struct StateUpdate: Equatable, Sendable {
  /// 3×3, with a dimensionless diagonal.
  package let transition: SquareMatrix
  /// B0.
  package let inputBefore: [Double]
  /// B1.
  package let inputAfter: [Double]
  /// Row that maps the state to the mass's acceleration, m/s².
  package let output: [Double]

  package init(_ actuator: ResonantActuator, frameSeconds: Double) {
    let m = actuator.movingMass
    let w = actuator.angularResonance
    let row1 = [-actuator.stiffness / m, -actuator.damping / m, actuator.forceFactor / m]
    let row2 = [
      0, -actuator.forceFactor / actuator.inductance, -actuator.resistance / actuator.inductance,
    ]
    let a = [[0, 1, 0], row1, row2]
    let b = [0, 0, 1 / actuator.inductance]
    // States of similar size keep the matrix norm, and thus the series' error, small.
    let scale = [w, 1, actuator.forceFactor / (m * w)]
    var augmented = SquareMatrix(size: 5)
    for i in 0..<3 {
      for j in 0..<3 { augmented[i, j] = a[i][j] * scale[i] / scale[j] * frameSeconds }
      augmented[i, 3] = b[i] * scale[i] * frameSeconds
    }
    augmented[3, 4] = 1
    let exponential = augmented.exponential()
    var transition = SquareMatrix(size: 3)
    var before = [Double]()
    var after = [Double]()
    for i in 0..<3 {
      for j in 0..<3 { transition[i, j] = exponential[i, j] * scale[j] / scale[i] }
      before.append((exponential[i, 3] - exponential[i, 4]) / scale[i])
      after.append(exponential[i, 4] / scale[i])
    }
    self.transition = transition
    inputBefore = before
    inputAfter = after
    output = row1
  }

  package func step(_ state: [Double], from before: Double, to after: Double) -> [Double] {
    (0..<3).map { i in
      (0..<3).reduce(inputBefore[i] * before + inputAfter[i] * after) { $0 + transition[i, $1] * state[$1] }
    }
  }
}
