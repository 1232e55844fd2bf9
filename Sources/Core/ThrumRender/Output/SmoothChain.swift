import ThrumDevice

/// Renders the loudspeaker signal of a smooth quantum in one step: actuator, scale and DC blocker form a matrix.
///
/// Its columns are the responses of 64 output frames and the final state to one unit of each input: displacement,
/// velocity, current, the blocker's state, the previous drive, and the drive's eight values.
struct SmoothChain: BitwiseCopyable {
  private typealias Four = SIMD4<Double>
  private static var inputs: Int { @_noLocks @inline(__always) get { 5 + Lanes.scalarCount } }

  /// Columns of four tiles each.
  private let tiles: UnsafeMutablePointer<Tile>
  /// Columns that give displacement, velocity, current and the blocker's state.
  private let states: UnsafeMutablePointer<SIMD4<Double>>
  private let lastWeights: UnsafeMutablePointer<Double>
  /// Scratch memory for the inputs.
  private let going: UnsafeMutablePointer<Float>

  init(_ actuator: LinearActuator, _ blocker: DirectCurrentBlocker, scale: Double) {
    let inputs = SmoothChain.inputs
    tiles = .allocate(capacity: inputs * tilesOfQuantum)
    tiles.initialize(repeating: .zero, count: inputs * tilesOfQuantum)
    states = .allocate(capacity: inputs)
    lastWeights = .allocate(capacity: Lanes.scalarCount)
    going = .allocate(capacity: inputs)
    going.initialize(repeating: 0, count: inputs)
    let weights = SmoothDrive.weightsOfQuantum
    let signal = UnsafeMutablePointer<Double>.allocate(capacity: quantumFrames)
    defer { signal.deallocate() }
    for input in 0..<inputs {
      func unit(_ place: Int) -> Double { place == input ? 1 : 0 }
      var moving = actuator
      var blocking = blocker
      moving.set(Motion(state: Four(unit(0), unit(1), unit(2), 0), lastDrive: unit(4)))
      blocking.set(state: unit(3))
      for frame in 0..<quantumFrames { signal[frame] = input < 5 ? 0 : weights[frame][input - 5] }
      moving.render(drive: signal, into: signal, frames: quantumFrames)
      blocking.render(signal, scale: scale, into: signal, frames: quantumFrames)
      let after = moving.motion.state
      (states + input).initialize(to: Four(after.x, after.y, after.z, blocking.state))
      for frame in 0..<quantumFrames {
        tiles[input * tilesOfQuantum + frame / Tile.scalarCount][frame % Tile.scalarCount] = Float(signal[frame])
      }
    }
    for place in 0..<Lanes.scalarCount {
      (lastWeights + place).initialize(to: weights[quantumFrames - 1][place])
    }
  }

  func deallocate() {
    tiles.deallocate()
    states.deallocate()
    lastWeights.deallocate()
    going.deallocate()
  }

  /// Unless `isDriven`, all values are 0 and cost nothing.
  @_noLocks
  func render(
    _ values: Lanes, isDriven: Bool, _ motion: inout Motion, blocker: inout Double,
    into output: UnsafeMutablePointer<Float>
  ) {
    going[0] = Float(motion.state.x)
    going[1] = Float(motion.state.y)
    going[2] = Float(motion.state.z)
    going[3] = Float(blocker)
    going[4] = Float(motion.lastDrive)
    store(values, going, 5)
    let inputs = isDriven ? SmoothChain.inputs : 5
    var tile = 0
    while tile < tilesOfQuantum {
      var first = Tile.zero
      var second = Tile.zero
      for input in 0..<inputs {
        let value = Tile(repeating: going[input])
        first += tiles[input * tilesOfQuantum + tile] * value
        second += tiles[input * tilesOfQuantum + tile + 1] * value
      }
      storeTile(first, output, tile)
      storeTile(second, output, tile + 1)
      tile += 2
    }
    move(values, isDriven: isDriven, &motion, blocker: &blocker)
  }

  @_noLocks @inline(__always)
  private func move(_ values: Lanes, isDriven: Bool, _ motion: inout Motion, blocker: inout Double) {
    var next = states[0] * motion.state.x + states[1] * motion.state.y
    var other = states[2] * motion.state.z + states[3] * blocker
    next += states[4] * motion.lastDrive
    var last = 0.0
    if isDriven {
      take(Double(values[0]), 0, &other, &last)
      take(Double(values[1]), 1, &next, &last)
      take(Double(values[2]), 2, &other, &last)
      take(Double(values[3]), 3, &next, &last)
      take(Double(values[4]), 4, &other, &last)
      take(Double(values[5]), 5, &next, &last)
      take(Double(values[6]), 6, &other, &last)
      take(Double(values[7]), 7, &next, &last)
    }
    next += other
    blocker = next.w
    next.w = 0
    motion.state = next
    motion.lastDrive = last
  }

  @_noLocks @inline(__always)
  private func take(_ value: Double, _ place: Int, _ state: inout Four, _ last: inout Double) {
    state += states[5 + place] * value
    last += lastWeights[place] * value
  }
}
