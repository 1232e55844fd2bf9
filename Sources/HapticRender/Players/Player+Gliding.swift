/// What all continuous events of a player share over a whole quantum in which no control turns a corner.
struct Glide: BitwiseCopyable {
  /// Intensity control to its power, times mute and pause, at the places of a ``SmoothDrive``.
  let strength: Lanes
  /// The largest of them.
  let peak: Float
  /// The sharpness control at both ends.
  let sharpness: (Float, Float)

  /// The segment is a whole quantum.
  @_noLocks @inline(__always)
  init(_ segment: Segment, squares: Bool) {
    let share = SmoothDrive.places * Lanes(repeating: 1 / Float(quantumFrames))
    let from = segment.intensity.0, to = segment.intensity.1
    let intensity = Lanes(repeating: from) + share * Lanes(repeating: to - from)
    let gain = Lanes(repeating: segment.gain.0) + share * Lanes(repeating: segment.gain.1 - segment.gain.0)
    strength = (squares ? intensity * intensity : intensity) * gain
    let most = from > to ? from : to
    peak = (squares ? most * most : most) * (segment.gain.0 > segment.gain.1 ? segment.gain.0 : segment.gain.1)
    sharpness = segment.sharpness
  }

  /// For a renderer that makes no samples.
  @_noLocks @inline(__always)
  init() {
    strength = .zero
    peak = 0
    sharpness = (0, 0)
  }
}

extension Player {
  /// Renders a continuous event over a whole quantum, when nothing happens to it there and it is slow enough;
  /// answers whether it did.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  func glide(
    _ voice: UnsafeMutablePointer<Voice>, _ segment: Segment, _ glide: Glide, _ stage: inout Stage
  ) -> Bool {
    guard voice.pointee.kind == .continuous, voice.pointee.start < segment.from,
      voice.pointee.stageFrames > quantumFrames
    else { return false }
    if voice.pointee.isHolding {
      guard voice.pointee.end >= segment.to, voice.pointee.framesToLimit >= quantumFrames else { return false }
    }
    if voice.pointee.control != glide.sharpness.0 { voice.pointee.tune(to: glide.sharpness.0, stage.table) }
    let from = (increment: voice.pointee.increment, volts: voice.pointee.volts)
    if glide.sharpness.1 != glide.sharpness.0 { voice.pointee.tune(to: glide.sharpness.1, stage.table) }
    let to = (increment: voice.pointee.increment, volts: voice.pointee.volts)
    let mostTurns = SmoothDrive.mostTurns / Double(quantumFrames)
    guard from.increment < mostTurns, to.increment < mostTurns else {
      // Frame by frame: it begins where this quantum began.
      voice.pointee.control = glide.sharpness.0
      voice.pointee.increment = from.increment
      voice.pointee.volts = from.volts
      return false
    }
    let intensity = voice.pointee.intensity
    let factor = stage.oscillator.squares ? intensity * intensity : intensity
    let share = 1 / Float(quantumFrames)
    var amplitude = Lanes(repeating: factor * from.volts)
    if to.volts != from.volts {
      amplitude += SmoothDrive.places * Lanes(repeating: factor * (to.volts - from.volts) * share)
    }
    amplitude *= glide.strength
    var bound = factor * (to.volts > from.volts ? to.volts : from.volts) * glide.peak
    if voice.pointee.levelStep != 0 || voice.pointee.level != 1 {
      amplitude *=
        Lanes(repeating: voice.pointee.level) + SmoothDrive.places * Lanes(repeating: voice.pointee.levelStep)
      // An envelope's level is at most 1.
      if voice.pointee.level > 1 { bound *= voice.pointee.level }
    }
    if !stage.oscillator.isUnipolar {
      let bend = Float(0.5 * (to.increment - from.increment)) * share
      let turns =
        Lanes(repeating: Float(voice.pointee.phase)) + SmoothDrive.places
        * (Lanes(repeating: Float(from.increment) - bend) + SmoothDrive.places * Lanes(repeating: bend))
      amplitude *= sineOfTurns(turns)
    }
    stage.smooth.add(amplitude, bound: bound)
    voice.pointee.glideOn(from: from.increment, lastHeld: segment.to)
    return true
  }
}

extension Voice {
  /// Frequency and volts at a value of the sharpness control.
  @_noLocks @inline(__always)
  mutating func tune(to control: Float, _ table: DriveTable) {
    let row = table.row(sharpness: Double(sharpness + control))
    increment = row.increment
    volts = Float(table.volts(row))
    self.control = control
  }

  /// Goes on over a quantum in which nothing happens.
  @_noLocks @inline(__always)
  fileprivate mutating func glideOn(from before: Double, lastHeld frame: SampleTime) {
    let n = Double(quantumFrames)
    let bend = 0.5 * (increment - before) / n
    let turns = phase + n * (before - bend) + n * n * bend
    phase = turns - (turns >= 1 ? Double(Int(turns)) : 0)
    if levelStep != 0 { level += levelStep * Float(quantumFrames) }
    if framesToLimit != Int.max { framesToLimit -= quantumFrames }
    if stageFrames != Int.max { stageFrames -= quantumFrames }
    if isHolding { lastHeld = frame }
  }
}
