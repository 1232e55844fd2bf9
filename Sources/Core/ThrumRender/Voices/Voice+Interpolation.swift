import ThrumDevice
import ThrumPattern

/// Values shared by a player's haptic events over a quantum without corners.
struct BlockInterpolation: BitwiseCopyable {
  /// Combined factor of intensity control, mute and pause at the points of a ``SmoothDrive``.
  let strength: Lanes
  let peak: Float
  /// Gain for mute and pause alone.
  let gain: Lanes
  let gainPeak: Float
  let sharpness: Ends

  @_noLocks @inline(__always)
  init(_ segment: Segment, _ polynomial: StrengthPolynomial) {
    let share = SmoothDrive.places * Lanes(repeating: 1 / Float(quantumFrames))
    let from = segment.intensity.begin
    let to = segment.intensity.end
    let intensity = Lanes(repeating: from) + share * Lanes(repeating: to - from)
    gain = Lanes(repeating: segment.gain.begin) + share * Lanes(repeating: segment.gain.end - segment.gain.begin)
    gainPeak = segment.gain.begin > segment.gain.end ? segment.gain.begin : segment.gain.end
    strength = polynomial.amplitude(intensity) * gain
    let most = from > to ? from : to
    peak = polynomial.amplitude(most) * gainPeak
    sharpness = segment.sharpness
  }

  @_noLocks @inline(__always)
  init() {
    strength = .zero
    peak = 0
    gain = .zero
    gainPeak = 0
    sharpness = Ends(0)
  }
}

extension Voice {
  /// Renders a haptic event over a whole quantum if the event changes slowly enough. Otherwise, returns `false`.
  @_noLocks @inline(__always)
  mutating func interpolate(
    _ segment: Segment, _ shared: BlockInterpolation, _ context: inout RenderContext
  ) -> Bool {
    guard start < segment.from, stageFrames > quantumFrames else { return false }
    if isHolding {
      guard end >= segment.to, buzz.framesToLimit >= quantumFrames else { return false }
    }
    let isTransient = kind == .transient
    guard isTransient || kind == .continuous else { return false }
    let ends =
      isTransient ? (tuning, tuning) : tune(shared.sharpness, context.table)
    let mostTurns = SmoothDrive.mostTurns / Double(quantumFrames)
    guard ends.0.increment < mostTurns, ends.1.increment < mostTurns else {
      // Render frame by frame, starting with the quantum's initial sharpness.
      buzz.control = shared.sharpness.begin
      tuning = ends.0
      return false
    }
    let factor = context.oscillator.strength.amplitude(intensity)
    let share = 1 / Float(quantumFrames)
    var amplitude = Lanes(repeating: factor * ends.0.full)
    if ends.1.full != ends.0.full {
      amplitude += SmoothDrive.places * Lanes(repeating: factor * (ends.1.full - ends.0.full) * share)
    }
    amplitude *= isTransient ? shared.gain : shared.strength
    let most = ends.1.full > ends.0.full ? ends.1.full : ends.0.full
    // The level of an envelope or brake is at most 1.
    let bound = factor * most * (isTransient ? shared.gainPeak : shared.peak)
    if levelStep != 0 || level != 1 {
      amplitude *=
        Lanes(repeating: level) + SmoothDrive.places * Lanes(repeating: levelStep)
    }
    if !context.oscillator.isUnipolar {
      let bend = Float(0.5 * (ends.1.increment - ends.0.increment)) * share
      let turns =
        Lanes(repeating: Float(phase)) + SmoothDrive.places
        * (Lanes(repeating: Float(ends.0.increment) - bend) + SmoothDrive.places * Lanes(repeating: bend))
      amplitude *= sineOfTurns(turns)
    }
    if isTransient || !context.table.isForward {
      context.smooth.add(amplitude, bound: bound)
    } else {
      context.wanted.add(amplitude, bound: bound)
    }
    advanceBlock(from: ends.0.increment, lastHeld: segment.to)
    return true
  }
}

extension Voice {
  typealias Tuning = (increment: Double, full: Float)

  fileprivate var tuning: Tuning {
    @_noLocks @inline(__always) get { (increment, full) }
    @_noLocks @inline(__always) set { (increment, full) = newValue }
  }

  @_noLocks @inline(__always)
  fileprivate mutating func tune(_ control: Ends, _ table: DriveTable) -> (Tuning, Tuning) {
    if buzz.control != control.begin { tune(to: control.begin, table) }
    let begin = tuning
    if control.end != control.begin { tune(to: control.end, table) }
    return (begin, tuning)
  }

  @_noLocks @inline(__always)
  mutating func tune(to control: Float, _ table: DriveTable) {
    let row = table.row(sharpness: Double(sharpness + control))
    increment = row.increment
    full = Float(table.full(row))
    buzz.control = control
  }

  @_noLocks @inline(__always)
  fileprivate mutating func advanceBlock(from before: Double, lastHeld frame: SampleTime) {
    let n = Double(quantumFrames)
    let bend = 0.5 * (increment - before) / n
    let turns = phase + n * (before - bend) + n * n * bend
    phase = fractionOfTurns(turns)
    if levelStep != 0 { level += levelStep * Float(quantumFrames) }
    if buzz.framesToLimit != Int.max { buzz.framesToLimit -= quantumFrames }
    if stageFrames != Int.max { stageFrames -= quantumFrames }
    if isHolding { lastHeld = frame }
  }
}
