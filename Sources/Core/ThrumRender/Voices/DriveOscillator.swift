import ThrumDevice
import ThrumPattern

/// Amplitude factors of a haptic voice, each linear over a few frames.
struct DriveLines: BitwiseCopyable {
  var full: Ramp
  var intensity: Ramp
  var level: Ramp
  var gain: Ramp
  var phase: Double
  var increment: Double
  var incrementStep: Double

  @_noLocks
  init(
    full: Float, intensity: Ramp, level: Ramp,
    gain: Ramp, phase: Double, increment: Double
  ) {
    self.full = Ramp(full)
    self.intensity = intensity
    self.level = level
    self.gain = gain
    self.phase = phase
    self.increment = increment
    incrementStep = 0
  }
}

/// Adds V(t) = volts·Iᵖ·level·gain·sin φ to the drive.
struct DriveOscillator: BitwiseCopyable {
  let strength: StrengthPolynomial
  let isUnipolar: Bool

  @_noLocks
  func add(_ lines: DriveLines, to drive: UnsafeMutablePointer<Float>, offset: Int, frames: Int) {
    if isUnipolar {
      addDirect(lines, to: drive, offset: offset, frames: frames)
    } else if lines.full.step == 0, lines.intensity.step == 0, lines.level.step == 0,
      lines.gain.step == 0, lines.incrementStep == 0
    {
      addSteady(lines, to: drive, offset: offset, frames: frames)
    } else {
      addRamped(lines, to: drive, offset: offset, frames: frames)
    }
  }

  @_noLocks
  private func addSteady(
    _ lines: DriveLines, to drive: UnsafeMutablePointer<Float>, offset: Int, frames: Int
  ) {
    let factor = strength.amplitude(lines.intensity.value)
    let amplitude = Lanes(repeating: lines.full.value * factor * lines.level.value * lines.gain.value)
    let phase = Lanes(repeating: Float(lines.phase))
    let increment = Lanes(repeating: Float(lines.increment))
    guard frames >= 3 * Lanes.scalarCount else {
      var frame = 0
      while frame < frames {
        let t = countingLanes + Lanes(repeating: Float(frame))
        accumulate(
          amplitude * sineOfTurns(phase + t * increment), to: drive, offset + frame, left: frames - frame)
        frame += Lanes.scalarCount
      }
      return
    }
    // Advancing eight frames is a rotation by a fixed angle. With at most eight rotations in a row, rounding errors
    // stay below −120 dB.
    let turns = phase + countingLanes * increment
    var sine = amplitude * sineOfTurns(turns)
    var cosine = amplitude * sineOfTurns(turns + Lanes(repeating: 0.25))
    let angle = lines.increment * Double(Lanes.scalarCount)
    let stepSine = Lanes(repeating: Float(ThrumDevice.sineOfTurns(angle)))
    let stepCosine = Lanes(repeating: Float(ThrumDevice.sineOfTurns(angle + 0.25)))
    var frame = 0
    while frame < frames {
      accumulate(sine, to: drive, offset + frame, left: frames - frame)
      let next = sine * stepCosine + cosine * stepSine
      cosine = cosine * stepCosine - sine * stepSine
      sine = next
      frame += Lanes.scalarCount
    }
  }

  @_noLocks
  private func addRamped(
    _ lines: DriveLines, to drive: UnsafeMutablePointer<Float>, offset: Int, frames: Int
  ) {
    let phase = Lanes(repeating: Float(lines.phase))
    let increment = Lanes(repeating: Float(lines.increment - 0.5 * lines.incrementStep))
    let curvature = Lanes(repeating: Float(0.5 * lines.incrementStep))
    if lines.level.step != 0 || lines.gain.step != 0 {
      var frame = 0
      while frame < frames {
        let t = countingLanes + Lanes(repeating: Float(frame))
        let turns = phase + t * (increment + t * curvature)
        accumulate(amplitude(lines, t) * sineOfTurns(turns), to: drive, offset + frame, left: frames - frame)
        frame += Lanes.scalarCount
      }
      return
    }
    let cubic = AmplitudeCubic(lines, strength)
    var frame = 0
    while frame < frames {
      let t = countingLanes + Lanes(repeating: Float(frame))
      let turns = phase + t * (increment + t * curvature)
      accumulate(cubic.value(t) * sineOfTurns(turns), to: drive, offset + frame, left: frames - frame)
      frame += Lanes.scalarCount
    }
  }

  @_noLocks
  func addHarmonics(_ lines: DriveLines, to bus: UnsafeMutablePointer<Float>, offset: Int, frames: Int) {
    let phase = Lanes(repeating: Float(lines.phase))
    let increment = Lanes(repeating: Float(lines.increment - 0.5 * lines.incrementStep))
    let curvature = Lanes(repeating: Float(0.5 * lines.incrementStep))
    var frame = 0
    while frame < frames {
      let t = countingLanes + Lanes(repeating: Float(frame))
      let sum = Harmonics.sum(atTurns: phase + t * (increment + t * curvature))
      accumulate(amplitude(lines, t) * sum, to: bus, offset + frame, left: frames - frame)
      frame += Lanes.scalarCount
    }
  }

  @_noLocks
  private func addDirect(
    _ lines: DriveLines, to drive: UnsafeMutablePointer<Float>, offset: Int, frames: Int
  ) {
    var frame = 0
    while frame < frames {
      let t = countingLanes + Lanes(repeating: Float(frame))
      accumulate(amplitude(lines, t), to: drive, offset + frame, left: frames - frame)
      frame += Lanes.scalarCount
    }
  }

  @_noLocks @inline(__always)
  private func amplitude(_ lines: DriveLines, _ t: Lanes) -> Lanes {
    let volts = Lanes(repeating: lines.full.value) + t * Lanes(repeating: lines.full.step)
    let level = Lanes(repeating: lines.level.value) + t * Lanes(repeating: lines.level.step)
    let gain = Lanes(repeating: lines.gain.value) + t * Lanes(repeating: lines.gain.step)
    let intensity = Lanes(repeating: lines.intensity.value) + t * Lanes(repeating: lines.intensity.step)
    let amplitude = strength.amplitude(intensity)
    return (volts * amplitude) * (level * gain)
  }

  @_noLocks @inline(__always)
  private func accumulate(
    _ y: Lanes, to drive: UnsafeMutablePointer<Float>, _ index: Int, left: Int
  ) {
    guard left < Lanes.scalarCount else {
      store(load(drive, index) + y, drive, index)
      return
    }
    let isInside = countingLanes .< Lanes(repeating: Float(left))
    store(load(drive, index) + Lanes.zero.replacing(with: y, where: isInside), drive, index)
  }
}

/// volts(t)·I(t)ᵖ·level·gain as a polynomial in t, for constant level and gain.
private struct AmplitudeCubic: BitwiseCopyable {
  private let c0: Lanes, c1: Lanes, c2: Lanes, c3: Lanes

  @_noLocks @inline(__always)
  init(_ lines: DriveLines, _ polynomial: StrengthPolynomial) {
    let scale = lines.level.value * lines.gain.value
    let v0 = lines.full.value * scale
    let v1 = lines.full.step * scale
    let (p0, p1, p2) = polynomial.amplitude(begin: lines.intensity.value, step: lines.intensity.step)
    c0 = Lanes(repeating: v0 * p0)
    c1 = Lanes(repeating: v0 * p1 + v1 * p0)
    c2 = Lanes(repeating: v0 * p2 + v1 * p1)
    c3 = Lanes(repeating: v1 * p2)
  }

  @_noLocks @inline(__always)
  func value(_ t: Lanes) -> Lanes { ((c3 * t + c2) * t + c1) * t + c0 }
}
