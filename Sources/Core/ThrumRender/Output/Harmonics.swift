import ThrumDevice

/// Harmonics 2 to 5 of what a small loudspeaker cannot play: the ear completes the missing fundamental.
///
/// Each event has its own, from its phase, and they are added; so events that sound together do not intermodulate, as they would
/// behind a rectifier or a polynomial.
///
/// - Thread: any; pure functions.
enum Harmonics {
  /// Which ones.
  static let numbers = 2...5
  /// Corner of the high-pass below which the loudspeaker gets nothing, Hz.
  static let lowestHertz = 150.0

  /// How much of each there is.
  static var weights: SIMD4<Float> { @_noLocks @inline(__always) get { SIMD4(0.5, 0.35, 0.25, 0.18) } }

  /// Their sum at eight phases, by the recurrence sin(n+1)φ = 2 cos φ sin nφ − sin(n−1)φ.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  static func sum(atTurns turns: Lanes) -> Lanes {
    let twiceCosine = 2 * sineOfTurns(turns + Lanes(repeating: 0.25))
    let first = sineOfTurns(turns)
    let second = twiceCosine * first
    let third = twiceCosine * second - first
    let fourth = twiceCosine * third - second
    let fifth = twiceCosine * fourth - third
    return weights.x * second + weights.y * third + (weights.z * fourth + weights.w * fifth)
  }
}

/// The harmonics of a quantum, for a monitor that wants them.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct HarmonicBus: BitwiseCopyable {
  /// Amplitudes of the harmonics of full intensity.
  struct Levels: BitwiseCopyable {
    let buzz: HarmonicLevels
    let tap: HarmonicLevels
  }

  /// Whether the monitor wants harmonics.
  let isWanted: Bool
  /// Whether events add them, frame by frame; else the motor makes them, or nobody does.
  let isOfEvents: Bool
  /// What events add.
  let levels: Levels?
  /// A quantum, with room for a partial group of lanes at the end; scratch unless ``isUsed``.
  let frames: UnsafeMutablePointer<Float>
  private(set) var isUsed = false

  /// Allocates the bus. The owner calls ``deallocate()``.
  init(_ settings: RenderSettings) {
    isWanted = settings.monitor == .smallSpeaker
    if isWanted, case .resonant(let actuator) = settings.effectiveActuator.model {
      levels = Levels(buzz: .ofBuzz(actuator, settings), tap: .ofTap(actuator, settings))
    } else {
      levels = nil
    }
    isOfEvents = levels != nil
    frames = .allocate(capacity: quantumFrames + Lanes.scalarCount)
    frames.initialize(repeating: 0, count: quantumFrames + Lanes.scalarCount)
  }

  /// Frees the bus.
  func deallocate() { frames.deallocate() }

  /// Begins a quantum: there is nothing in it yet.
  @_noLocks @inline(__always)
  mutating func clear() { isUsed = false }

  /// Before something is added to ``frames``, or when they are read.
  @_noLocks @inline(__always)
  mutating func begin() {
    guard !isUsed else { return }
    isUsed = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, frames, tile) }
  }

  /// Lets the mute pass: the gain before the quantum, and its change in a frame.
  @_noLocks
  func fade(gain: Float, step: Float) {
    guard gain != 1 || step != 0 else { return }
    for frame in 0..<quantumFrames { frames[frame] *= gain + step * Float(frame + 1) }
  }
}
