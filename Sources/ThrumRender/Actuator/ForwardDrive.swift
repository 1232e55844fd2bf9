import ThrumDevice

/// The volts that make a motor's device accelerate as wanted: the inverse of its linear model.
///
///     F = m·a + c·v + k·x        V = R·F/Bl + Bl·v
///
/// Velocity and place are what the wanted acceleration leads to, each integral leaking below a corner that lies under the band: a
/// motor cannot follow a drift. So what is felt is the wanted acceleration through a high-pass of second order, whose loss at a
/// frequency ``gain(atHertz:_:)`` makes good. The coil's inductance, a degree at 230 Hz, is left out.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct ForwardDrive: BitwiseCopyable {
  private typealias Four = SIMD4<Double>
  private static var inputs: Int { @_noLocks @inline(__always) get { 3 + Lanes.scalarCount } }

  /// Corner of the leaking integrals, rad/s.
  private let corner: Double
  /// What remains of an integral after a frame, and half of what a frame adds.
  private let rest: Double
  private let share: Double
  /// Volts for the acceleration of the mass, and for its first and second leaking integral.
  private let ofAcceleration: Double
  private let ofFirst: Double
  private let ofSecond: Double
  /// Accelerations of the mass for one of the device.
  private let massGain: Double
  /// First and second integral, the last acceleration, unused.
  private var state = Four.zero
  /// What the volts at the places of a ``SmoothDrive`` owe to the state and to the values there, and what the state after the
  /// quantum owes to them.
  private let columns: UnsafeMutablePointer<Lanes>
  private let nextStates: UnsafeMutablePointer<SIMD4<Double>>
  /// What goes in; scratch.
  private let going: UnsafeMutablePointer<Float>

  /// A corner at 0.56 of the lowest frequency that is to be felt. The owner calls ``deallocate()``.
  init(_ actuator: ResonantActuator, lowestHertz: Double, sampleRate: SampleRate) {
    corner = ForwardDrive.corner(lowestHertz: lowestHertz)
    let half = corner / (2 * sampleRate)
    rest = (1 - half) / (1 + half)
    share = 1 / (2 * sampleRate * (1 + half))
    massGain = 1 / actuator.deviceGain
    let (m, c, k) = (actuator.movingMass, actuator.damping, actuator.stiffness)
    let perForce = actuator.resistance / actuator.forceFactor
    // With the integrals p and q of the wanted acceleration w: a = w − 2εp + ε²q, v = p − εq, x = q.
    ofAcceleration = perForce * m
    ofFirst = perForce * (c - 2 * corner * m) + actuator.forceFactor
    ofSecond = perForce * (m * corner * corner - c * corner + k) - actuator.forceFactor * corner
    columns = .allocate(capacity: ForwardDrive.inputs)
    nextStates = .allocate(capacity: ForwardDrive.inputs)
    going = .allocate(capacity: Lanes.scalarCount)
    going.initialize(repeating: 0, count: Lanes.scalarCount)
    columns.initialize(repeating: .zero, count: ForwardDrive.inputs)
    nextStates.initialize(repeating: .zero, count: ForwardDrive.inputs)
    measure()
  }

  /// For what the settings ask; a motor that is driven plainly never uses it.
  init(_ settings: RenderSettings) {
    let lowest = settings.sharpness.lowestHertz / settings.monitor.frequencyDivisor
    if case .resonant(let actuator) = settings.effectiveActuator.model {
      self.init(actuator, lowestHertz: lowest, sampleRate: settings.sampleRate)
    } else {
      self.init(ActuatorState.standIn, lowestHertz: lowest, sampleRate: settings.sampleRate)
    }
  }

  /// Frees the columns.
  func deallocate() {
    columns.deallocate()
    nextStates.deallocate()
    going.deallocate()
  }

  private static func corner(lowestHertz: Double) -> Double { 2 * .pi * 0.5625 * lowestHertz }

  /// How much more has to be wanted at a frequency than is to be felt.
  func gain(atHertz hertz: Double, _ actuator: ResonantActuator) -> Double {
    let integral = Complex(1) / Complex(corner, 2 * .pi * hertz)
    let volts = Complex(ofAcceleration) + integral * (Complex(ofFirst) + integral * Complex(ofSecond))
    return 1 / (volts.magnitude * massGain * actuator.deviceAcceleration(perVoltAtHertz: hertz))
  }

  /// Runs each input through the filter, frame by frame.
  private func measure() {
    let weights = SmoothDrive.weightsOfQuantum
    for input in 0..<ForwardDrive.inputs {
      var filter = self
      filter.state = .zero
      if input < 3 { filter.state[input] = 1 }
      let volts = (0..<quantumFrames).map { filter.next(input < 3 ? 0 : weights[$0][input - 3] * massGain) }
      for (place, nearest) in ForwardDrive.nearestFrames.enumerated() {
        columns[input][place] = Float(nearest.reduce(0) { $0 + $1.weight * volts[$1.frame] })
      }
      nextStates[input] = filter.state
    }
  }

  /// The eight frames around each place of a ``SmoothDrive``, and how much each counts there: a polynomial of seventh degree.
  private static let nearestFrames: [[(frame: Int, weight: Double)]] = (0..<Lanes.scalarCount).map { index in
    let place = Double(SmoothDrive.places[index])
    let first = min(max(0, Int(place) - 3), quantumFrames - 8)
    return (first..<first + 8).map { frame in
      var weight = 1.0
      for other in first..<first + 8 where other != frame { weight *= (place - Double(other)) / Double(frame - other) }
      return (frame, weight)
    }
  }

  /// Whether nothing is left of what was wanted.
  ///
  /// - Real-time: yes.
  var isAtRest: Bool { @_noLocks @inline(__always) get { state.x == 0 && state.y == 0 && state.z == 0 } }

  /// Back to rest.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func reset() { state = .zero }

  @_noLocks @inline(__always)
  private mutating func next(_ acceleration: Double) -> Double {
    let first = rest * state.x + share * (acceleration + state.z)
    let second = rest * state.y + share * (first + state.x)
    state = Four(first, second, acceleration, 0)
    return ofAcceleration * acceleration + (ofFirst * first + ofSecond * second)
  }

  /// Adds the volts of a quantum to a drive, frame by frame; `wanted` is the device's acceleration, m/s².
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func render(_ wanted: UnsafePointer<Float>, addingTo drive: UnsafeMutablePointer<Float>) {
    for frame in 0..<quantumFrames { drive[frame] += Float(next(Double(wanted[frame]) * massGain)) }
    settle()
  }

  /// The volts of a smooth quantum at its places, from what is wanted there.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func volts(_ wanted: Lanes) -> Lanes {
    // In memory: picking a lane of a register by a number that varies would write it there for each.
    store(wanted, going, 0)
    var volts = columns[0] * Lanes(repeating: Float(state.x)) + columns[1] * Lanes(repeating: Float(state.y))
    var others = columns[2] * Lanes(repeating: Float(state.z))
    var after = nextStates[0] * state.x + nextStates[1] * state.y
    var rest = nextStates[2] * state.z
    var place = 0
    while place < Lanes.scalarCount {
      volts += columns[3 + place] * Lanes(repeating: going[place])
      others += columns[4 + place] * Lanes(repeating: going[place + 1])
      after += nextStates[3 + place] * Double(going[place])
      rest += nextStates[4 + place] * Double(going[place + 1])
      place += 2
    }
    state = after + rest
    settle()
    return volts + others
  }

  /// Forgets what asks for less than a millionth of a volt.
  @_noLocks @inline(__always)
  private mutating func settle() {
    guard state.z < 1e-6, state.z > -1e-6 else { return }
    let first = ofFirst * state.x, second = ofSecond * state.y
    if first < 1e-6, first > -1e-6, second < 1e-6, second > -1e-6 { state = .zero }
  }
}
