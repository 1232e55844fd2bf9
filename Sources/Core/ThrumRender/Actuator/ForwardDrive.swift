import ThrumDevice
import ThrumPattern

// How a long event gets the strength it was given.
//
// A motor is slow: a sine as voltage needs about two cycles to reach its level and to end. So the voice does not give a
// voltage but the acceleration that the device should have, and the voltage follows from the motor's equations, solved
// for it: force from acceleration, velocity and displacement, voltage from force and velocity. Velocity and
// displacement are integrals of the acceleration. They leak a little, because a pure integral would drift beyond the
// motor's stroke.
//
// `LinearInverse` is this law, frame by frame. `ForwardDrive` applies the same law to whole quanta. Since it is linear,
// the answer to any input is a sum of answers to unit inputs; `init` measures those with `LinearInverse` itself and
// keeps them as matrices, one for the eight points of a `SmoothDrive` and one for four frames.
//
// Taps do not come here: their drive and brake come from `TapTable`. `--drive plain`, `--raw` and eccentric motors do
// not use it either. The sum of all drives is clamped later (`Renderer+Finishing`).
//
// Callers: the render thread, once per quantum, from `driveContinuousEvents`; both ways carry the same state.
//
// What must never happen: a state that is not finite or does not come to rest (`settle`), since the renderer could then
// never skip silence; results of the two ways that differ by more than 0023 allows.
//
// Proof: `ForwardDriveTests`. Decision 0030, with the alternatives; 0023 for the points.

/// Applies ``LinearInverse`` to quanta, in one step for a ``SmoothDrive`` and otherwise four frames at a time.
struct ForwardDrive: BitwiseCopyable {
  private typealias Four = SIMD4<Double>
  private static var inputs: Int { @_noLocks @inline(__always) get { 3 + Lanes.scalarCount } }

  private(set) var inverse: LinearInverse
  /// Responses of the voltages at a ``SmoothDrive``'s points to the state and the drive's values.
  private let columns: UnsafeMutablePointer<Lanes>
  private let stateOfValues: UnsafeMutablePointer<SIMD4<Float>>
  /// `Double`, because rounding errors accumulate.
  private let stateOfState: (Four, Four, Four)
  /// Responses of four voltages, and of the state after them, to the state and four desired accelerations.
  private let voltsOfFour: (Four, Four, Four, Four, Four, Four, Four)
  private let stateOfFour: (Four, Four, Four, Four, Four, Four, Four)

  init(_ inverse: LinearInverse) {
    self.inverse = inverse
    let measured = ForwardDrive.recent.result(of: inverse) { Responses(inverse) }
    columns = .allocate(capacity: ForwardDrive.inputs)
    columns.initialize(from: measured.columns, count: ForwardDrive.inputs)
    stateOfValues = .allocate(capacity: Lanes.scalarCount)
    stateOfValues.initialize(from: measured.stateOfValues, count: Lanes.scalarCount)
    let (state, four) = (measured.stateOfState, measured.four)
    stateOfState = (state[0], state[1], state[2])
    voltsOfFour = (
      four[0].volts, four[1].volts, four[2].volts, four[3].volts, four[4].volts, four[5].volts, four[6].volts
    )
    stateOfFour = (
      four[0].state, four[1].state, four[2].state, four[3].state, four[4].state, four[5].state, four[6].state
    )
  }

  private static let recent = Recent<LinearInverse, Responses>()

  private struct Responses {
    var columns: [Lanes] = []
    var stateOfValues: [SIMD4<Float>] = []
    var stateOfState: [Four] = []
    var four: [(volts: Four, state: Four)] = []

    init(_ inverse: LinearInverse) {
      let weights = SmoothDrive.weightsOfQuantum
      for input in 0..<ForwardDrive.inputs {
        let (volts, after) = inverse.response(to: input, frames: quantumFrames) { weights[$1][$0] }
        var column = Lanes.zero
        for (place, nearest) in ForwardDrive.nearestFrames.enumerated() {
          column[place] = Float(nearest.reduce(0) { $0 + $1.weight * volts[$1.frame] })
        }
        columns.append(column)
        if input < 3 { stateOfState.append(after) } else { stateOfValues.append(SIMD4<Float>(after)) }
      }
      for input in 0..<7 {
        let (volts, after) = inverse.response(to: input, frames: 4) { $0 == $1 ? 1 : 0 }
        four.append((Four(volts), after))
      }
    }
  }

  func deallocate() {
    columns.deallocate()
    stateOfValues.deallocate()
  }

  /// Eight frames around each of a ``SmoothDrive``'s points, with the weights of a polynomial of degree seven.
  private static let nearestFrames: [[(frame: Int, weight: Double)]] = (0..<Lanes.scalarCount).map { index in
    let place = Double(SmoothDrive.places[index])
    let first = min(max(0, Int(place) - 3), quantumFrames - 8)
    return (first..<first + 8).map { frame in
      var weight = 1.0
      for other in first..<first + 8 where other != frame { weight *= (place - Double(other)) / Double(frame - other) }
      return (frame, weight)
    }
  }

  var isAtRest: Bool { @_noLocks @inline(__always) get { inverse.isAtRest } }

  @_noLocks
  mutating func reset() { inverse.state = .zero }

  /// `wanted` is the device's acceleration, m/s².
  @_noLocks
  mutating func render(_ wanted: UnsafePointer<Float>, addingTo drive: UnsafeMutablePointer<Float>) {
    var first = inverse.state.x
    var second = inverse.state.y
    var last = inverse.state.z
    var frame = 0
    while frame < quantumFrames {
      let u1 = Double(wanted[frame])
      let u2 = Double(wanted[frame + 1])
      let u3 = Double(wanted[frame + 2])
      let u4 = Double(wanted[frame + 3])
      let driven = (voltsOfFour.3 * u1 + voltsOfFour.4 * u2) + (voltsOfFour.5 * u3 + voltsOfFour.6 * u4)
      let volts = (voltsOfFour.0 * first + voltsOfFour.1 * second) + (voltsOfFour.2 * last + driven)
      let pushed =
        ((stateOfFour.3 * u1 + stateOfFour.4 * u2) + (stateOfFour.5 * u3 + stateOfFour.6 * u4)) + stateOfFour.2 * last
      // The second integral depends on the first, but not vice versa.
      second = (stateOfFour.0.y * first + stateOfFour.1.y * second) + pushed.y
      first = stateOfFour.0.x * first + pushed.x
      last = pushed.z
      for place in 0..<4 { drive[frame + place] += Float(volts[place]) }
      frame += 4
    }
    inverse.state = Four(first, second, last, 0)
    inverse.settle()
  }

  @_noLocks @inline(__always)
  mutating func volts(_ wanted: Lanes) -> Lanes {
    let state = inverse.state
    var volts = columns[0] * Lanes(repeating: Float(state.x)) + columns[2] * Lanes(repeating: Float(state.z))
    var others = columns[1] * Lanes(repeating: Float(state.y))
    var after = SIMD4<Float>.zero
    var rest = SIMD4<Float>.zero
    // Constant lane numbers: indexing by a variable would go through memory.
    volts += columns[3] * Lanes(repeating: wanted[0])
    others += columns[4] * Lanes(repeating: wanted[1])
    volts += columns[5] * Lanes(repeating: wanted[2])
    others += columns[6] * Lanes(repeating: wanted[3])
    volts += columns[7] * Lanes(repeating: wanted[4])
    others += columns[8] * Lanes(repeating: wanted[5])
    volts += columns[9] * Lanes(repeating: wanted[6])
    others += columns[10] * Lanes(repeating: wanted[7])
    after += stateOfValues[0] * SIMD4(repeating: wanted[0])
    rest += stateOfValues[1] * SIMD4(repeating: wanted[1])
    after += stateOfValues[2] * SIMD4(repeating: wanted[2])
    rest += stateOfValues[3] * SIMD4(repeating: wanted[3])
    after += stateOfValues[4] * SIMD4(repeating: wanted[4])
    rest += stateOfValues[5] * SIMD4(repeating: wanted[5])
    after += stateOfValues[6] * SIMD4(repeating: wanted[6])
    rest += stateOfValues[7] * SIMD4(repeating: wanted[7])
    after += rest
    inverse.state =
      (stateOfState.0 * state.x + stateOfState.1 * state.y)
      + (stateOfState.2 * state.z + Four(Double(after.x), Double(after.y), Double(after.z), Double(after.w)))
    inverse.settle()
    return volts + others
  }
}
