import ThrumDevice

/// The drive of a quantum by its values at eight places, from which its 64 frames follow.
///
/// What a haptic event does over a whole quantum is smooth: at 230 Hz the phase continues by a third of a turn, and its
/// amplitude is a cubic in the time. The polynomial of seventh degree through Chebyshev's places meets a steady one to
/// −130 dB, and one whose strength goes from nothing to full within the quantum to −109 dB. So a voice costs eight
/// values a quantum instead of 64, and the sum of all is drawn once. Voices that begin, end or turn a corner inside a
/// quantum are drawn frame by frame.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct SmoothDrive: BitwiseCopyable {
  /// Volts at the places, summed.
  private(set) var values = Lanes.zero
  /// What the magnitude of the sum cannot exceed, V.
  private(set) var bound: Float = 0
  /// Whether there are values.
  private(set) var isUsed = false

  /// Nothing yet.
  @_noLocks @inline(__always)
  init() {}

  /// The places, frames from the quantum's begin: 31.5·(1 − cos(π(2n + 1)/16)).
  static var places: Lanes {
    @_noLocks @inline(__always) get {
      Lanes(
        0.605_263_7, 5.308_707, 13.999_538, 25.354_655, 37.645_345, 49.000_462, 57.691_293, 62.394_736)
    }
  }

  /// Turns of a quantum up to which a sine is smooth enough.
  static var mostTurns: Double { @_noLocks @inline(__always) get { 0.34 } }

  /// Adds a voice.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  mutating func add(_ volts: Lanes, bound: Float) {
    values += volts
    self.bound += bound
    isUsed = true
  }

  /// Whether the sum is less than a limit at all frames; `volts` are part of the sum, but not of ``bound``. Between its places a
  /// smooth drive reaches a few percent more than there.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func staysBelow(_ limit: Float, with volts: Lanes) -> Bool {
    let most = Lanes(repeating: bound) + Lanes(repeating: 1.1) * largerMagnitudes(.zero, volts)
    return all(most .< Lanes(repeating: limit))
  }

  /// How much the value at each place counts at each frame of a quantum.
  static let weightsOfQuantum = (0..<quantumFrames).map { weights(at: Double($0)) }

  /// How much the value at each place counts at a frame, which need not be one of the 64.
  static func weights(at frame: Double) -> [Double] {
    let places = (0..<Lanes.scalarCount).map { Double(SmoothDrive.places[$0]) }
    return places.indices.map { place in
      places.indices.reduce(1.0) { product, other in
        other == place ? product : product * (frame - places[other]) / (places[place] - places[other])
      }
    }
  }
}

/// The weights of the eight places at all frames of a quantum.
///
/// - Thread: made off the render thread, read on it.
struct SmoothWeights: BitwiseCopyable {
  /// Eight columns of four tiles.
  private let tiles: UnsafeMutablePointer<Tile>
  /// The values; scratch.
  private let going: UnsafeMutablePointer<Float>

  /// Computes the weights. The owner calls ``deallocate()``.
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

  /// Frees the weights.
  func deallocate() {
    tiles.deallocate()
    going.deallocate()
  }

  /// Draws a quantum, over what is there or instead of it.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
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
