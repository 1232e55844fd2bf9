import ThrumDevice

/// Harmonics 2 to 5 of low frequencies, from which the ear infers the fundamental that a small loudspeaker loses.
enum Harmonics {
  static let numbers = 2...5
  /// Corner of the high-pass before the loudspeaker, Hz.
  static let lowestHertz = 150.0

  static var weights: SIMD4<Float> { @_noLocks @inline(__always) get { SIMD4(0.5, 0.35, 0.25, 0.18) } }

  /// Sums the harmonics at eight phases with the recurrence sin(n+1)φ = 2 cos φ sin nφ − sin(n−1)φ.
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

struct HarmonicBus: BitwiseCopyable {
  struct Levels: BitwiseCopyable {
    let buzz: HarmonicLevels
    let tap: HarmonicLevels
  }

  let isWanted: Bool
  /// Whether events, rather than the motor, add harmonics.
  let isOfEvents: Bool
  let levels: Levels?
  /// Harmonics of a quantum, with room for a partial group of lanes. Undefined unless ``isUsed``.
  let frames: UnsafeMutablePointer<Float>
  private(set) var isUsed = false

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

  func deallocate() { frames.deallocate() }

  @_noLocks @inline(__always)
  mutating func clear() { isUsed = false }

  /// Call before adding to ``frames`` or reading them.
  @_noLocks @inline(__always)
  mutating func begin() {
    guard !isUsed else { return }
    isUsed = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, frames, tile) }
  }

  /// `step` is the gain's change per frame.
  @_noLocks
  func fade(gain: Float, step: Float) {
    guard gain != 1 || step != 0 else { return }
    for frame in 0..<quantumFrames { frames[frame] *= gain + step * Float(frame + 1) }
  }
}
