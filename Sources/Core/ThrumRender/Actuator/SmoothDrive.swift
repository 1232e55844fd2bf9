import ThrumDevice
import ThrumPattern

/// Drive of a quantum, represented by eight values that determine its 64 frames (decision 0023).
///
/// A polynomial of degree seven through Chebyshev points approximates a steady event to within −130 dB. Voices with a
/// start, end or corner in the quantum are rendered frame by frame.
struct SmoothDrive: BitwiseCopyable {
  private(set) var values = Lanes.zero
  /// Bound on the magnitude of the summed drive, V.
  private(set) var bound: Float = 0
  private(set) var isUsed = false

  @_noLocks @inline(__always)
  init() {}

  /// Points in frames: 31.5·(1 − cos(π(2n + 1)/16)).
  static var places: Lanes {
    @_noLocks @inline(__always) get {
      Lanes(
        0.605_263_7, 5.308_707, 13.999_538, 25.354_655, 37.645_345, 49.000_462, 57.691_293, 62.394_736)
    }
  }

  /// Largest number of turns per quantum for which a sine is smooth enough.
  static var mostTurns: Double { @_noLocks @inline(__always) get { 0.34 } }

  @_noLocks @inline(__always)
  mutating func add(_ volts: Lanes, bound: Float) {
    values += volts
    self.bound += bound
    isUsed = true
  }

  /// Whether the drive stays below a limit. The drive includes `volts`; ``bound`` does not.
  ///
  /// Between its points, a smooth drive can exceed its values by a few per cent.
  @_noLocks @inline(__always)
  func staysBelow(_ limit: Float, with volts: Lanes) -> Bool {
    let most = Lanes(repeating: bound) + Lanes(repeating: 1.1) * largerMagnitudes(.zero, volts)
    return all(most .< Lanes(repeating: limit))
  }

  static let weightsOfQuantum = (0..<quantumFrames).map { weights(at: Double($0)) }

  /// Returns the weights of the points at a whole or fractional frame.
  static func weights(at frame: Double) -> [Double] {
    let places = (0..<Lanes.scalarCount).map { Double(SmoothDrive.places[$0]) }
    return places.indices.map { place in
      places.indices.reduce(1.0) { product, other in
        other == place ? product : product * (frame - places[other]) / (places[place] - places[other])
      }
    }
  }
}

struct SmoothWeights: BitwiseCopyable {
  /// Eight columns of four tiles.
  private let tiles: UnsafeMutablePointer<Tile>
  /// Scratch memory for the values.
  private let going: UnsafeMutablePointer<Float>

  init() {
    going = .allocate(capacity: Lanes.scalarCount)
    going.initialize(repeating: 0, count: Lanes.scalarCount)
    tiles = .allocate(capacity: Lanes.scalarCount * tilesOfQuantum)
    tiles.initialize(repeating: .zero, count: Lanes.scalarCount * tilesOfQuantum)
    for (frame, weights) in SmoothDrive.weightsOfQuantum.enumerated() {
      for (place, weight) in weights.enumerated() {
        tiles[place * tilesOfQuantum + frame / Tile.scalarCount][frame % Tile.scalarCount] = Float(weight)
      }
    }
  }

  func deallocate() {
    tiles.deallocate()
    going.deallocate()
  }

  /// Writes a quantum's frames or, if `adds`, adds them.
  @_noLocks
  func draw(_ values: Lanes, into drive: UnsafeMutablePointer<Float>, adds: Bool) {
    store(values, going, 0)
    for tile in 0..<tilesOfQuantum {
      var sum = adds ? loadTile(drive, tile) : .zero
      for place in 0..<Lanes.scalarCount {
        sum += tiles[place * tilesOfQuantum + tile] * Tile(repeating: going[place])
      }
      storeTile(sum, drive, tile)
    }
  }
}
