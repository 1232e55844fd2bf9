import BenchmarkReference
import ThrumDevice
import ThrumRender

/// The physics for the C reference: responses of drive, actuator and blocker, frame by frame, to a unit of each input.
/// Written from the equations in Docs/Actuators.md and Docs/Monitors.md, independently of the renderer.
struct LinearModel {
  private let actuator: ResonantActuator
  private let settings: RenderSettings
  private let update: StateUpdate
  private let places: [Double]
  /// Corner of the drive's leaking integrals, rad/s.
  private let corner: Double

  init(_ settings: RenderSettings, _ actuator: ResonantActuator) {
    self.settings = settings
    self.actuator = actuator
    update = StateUpdate(actuator, frameSeconds: 1 / settings.sampleRate)
    var places = [Double](repeating: 0, count: Int(reference_places))
    reference_get_places(&places)
    self.places = places
    corner = 2 * .pi * 0.5625 * settings.sharpness.lowestHertz
  }

  /// The acceleration at full intensity at a frequency, m/s². With the plain drive law, volts.
  func full(atHertz hertz: Double) -> Double {
    guard settings.drive == .forward else {
      return settings.flatAcceleration * standardGravity / actuator.deviceAcceleration(perVoltAtHertz: hertz)
    }
    // 1/(ε + iω), the response of the drive's integrals at a frequency.
    let omega = 2 * Double.pi * hertz
    let size = corner * corner + omega * omega
    let (real, imaginary) = (corner / size, -omega / size)
    let (squareReal, squareImaginary) = (real * real - imaginary * imaginary, 2 * real * imaginary)
    let weights = weights
    let volts = (
      weights.acceleration + weights.first * real + weights.second * squareReal,
      weights.first * imaginary + weights.second * squareImaginary
    )
    let perVolt = actuator.deviceAcceleration(perVoltAtHertz: hertz)
    let magnitude = (volts.0 * volts.0 + volts.1 * volts.1).squareRoot()
    return settings.steadyAcceleration(actuator, atHertz: hertz) * actuator.deviceGain / (magnitude * perVolt)
  }

  /// Volts for the acceleration of the mass and for its two leaking integrals.
  private var weights: (acceleration: Double, first: Double, second: Double) {
    let (m, c, k, bl) = (actuator.movingMass, actuator.damping, actuator.stiffness, actuator.forceFactor)
    let perForce = actuator.resistance / bl
    return (
      perForce * m, perForce * (c - 2 * corner * m) + bl,
      perForce * (m * corner * corner - c * corner + k) - bl * corner
    )
  }

  /// Weight of the value at a place for a frame: the polynomial of seventh degree through the places.
  private func weight(_ place: Int, at frame: Double) -> Double {
    places.indices.reduce(1) { product, other in
      other == place ? product : product * (frame - places[other]) / (places[place] - places[other])
    }
  }

  /// The volts of a quantum, and the drive's states after it, from states and target accelerations.
  private func drive(_ states: [Double], _ wanted: (Int) -> Double) -> (volts: [Double], states: [Double]) {
    guard settings.drive == .forward else { return ((0..<quantumFrames).map(wanted), [0, 0, 0, 0]) }
    let half = corner / (2 * settings.sampleRate)
    let (rest, share) = ((1 - half) / (1 + half), 1 / (2 * settings.sampleRate * (1 + half)))
    var (first, second, last) = (states[0], states[1], states[2])
    let volts = (0..<quantumFrames).map { frame -> Double in
      let acceleration = wanted(frame) / actuator.deviceGain
      let next = rest * first + share * (acceleration + last)
      second = rest * second + share * (next + first)
      (first, last) = (next, acceleration)
      return weights.acceleration * acceleration + weights.first * first + weights.second * second
    }
    return (volts, [first, second, last, 0])
  }

  /// The loudspeaker's frames of a quantum, and the states after it, from states and volts.
  private func chain(
    _ states: [Double], blocker: Double, last: Double, _ volts: (Int) -> Double
  ) -> (frames: [Double], states: [Double]) {
    let scale = actuator.deviceGain / (settings.fullScaleG * standardGravity)
    let r = 1 - 2 * Double.pi * 5 / settings.sampleRate
    var (z, s, before) = (states, blocker, last)
    let frames = (0..<quantumFrames).map { frame -> Double in
      let now = volts(frame)
      z = update.step(z, from: before, to: now)
      before = now
      let x = scale * (0..<3).reduce(0) { $0 + update.output[$1] * z[$1] }
      defer { s = r * s + (r - 1) * x }
      return x + s
    }
    return (frames, z + [s])
  }

  /// The value at a place of the polynomial through the eight frames around it.
  private func value(of signal: [Double], at place: Double) -> Double {
    let first = min(max(0, Int(place) - 3), quantumFrames - 8)
    return (first..<first + 8).reduce(0) { sum, frame in
      var weight = 1.0
      for other in first..<first + 8 where other != frame { weight *= (place - Double(other)) / Double(frame - other) }
      return sum + weight * signal[frame]
    }
  }

  /// The response to one unit of each input.
  var maps: reference_maps {
    var maps = reference_maps()
    let (driveStates, chainStates) = (Int(reference_drive_states), Int(reference_chain_states))
    func unit(_ input: Int, _ count: Int) -> [Double] { (0..<count).map { $0 == input ? 1 : 0 } }
    for input in 0..<driveStates + places.count {
      let answer = drive(unit(input, 3)) { input < driveStates ? 0 : weight(input - driveStates, at: Double($0)) }
      fill(&maps.volts, input * places.count, places.map { Float(value(of: answer.volts, at: $0)) })
      fill(&maps.drive_states, input * 4, answer.states)
    }
    for input in 0..<chainStates + places.count {
      let answer = chain(unit(input, 3), blocker: input == 3 ? 1 : 0, last: input == 4 ? 1 : 0) {
        input < chainStates ? 0 : weight(input - chainStates, at: Double($0))
      }
      fill(&maps.frames, input * quantumFrames, answer.frames.map { Float($0) })
      fill(&maps.chain_states, input * 4, answer.states)
    }
    fill(&maps.last_volts, 0, places.indices.map { weight($0, at: Double(quantumFrames - 1)) })
    return maps
  }

  /// Copies numbers into a C array, which Swift imports as a tuple.
  private func fill<Tuple, Number>(_ tuple: inout Tuple, _ start: Int, _ numbers: [Number]) {
    withUnsafeMutableBytes(of: &tuple) { bytes in
      // Safety: `bindMemory` and the subscripts stay within the bytes of the tuple, which the precondition checks.
      let target = bytes.bindMemory(to: Number.self)
      precondition(start + numbers.count <= target.count, "the C array is as long as its header says")
      for (index, number) in numbers.enumerated() { target[start + index] = number }
    }
  }
}
