import ThrumDevice
import ThrumPattern

/// Parameters of an audio voice, each linear over a few frames.
struct AudioLines: BitwiseCopyable {
  var amplitude: Ramp
  var left: Ramp
  var right: Ramp

  @_noLocks
  init(
    amplitude: Ramp, left: Ramp,
    right: Ramp
  ) {
    self.amplitude = amplitude
    self.left = left
    self.right = right
  }
}

extension Voice {
  /// `from` contains the weights of the 16 partials at the start, and `step` their change per frame.
  @_noLocks
  func addTone(
    _ lines: AudioLines, from weights: SIMD16<Float>, step: SIMD16<Float>,
    increment: (value: Double, step: Double),
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let isSteady = step == SIMD16(repeating: 0)
    var frame = 0
    while frame < frames {
      // Two blocks at once: each partial waits for the one before it, so one block alone leaves the processor idle.
      let (one, two) = (frame, frame + Lanes.scalarCount)
      let (phases, nextPhases) = (turns(at: one, increment), turns(at: two, increment))
      var partials = Partials(
        sine: SIMD16(lowHalf: sineOfTurns(phases), highHalf: sineOfTurns(nextPhases)),
        twiceCosine: SIMD16(
          lowHalf: 2 * sineOfTurns(phases + Lanes(repeating: 0.25)),
          highHalf: 2 * sineOfTurns(nextPhases + Lanes(repeating: 0.25))))
      if isSteady {
        partials.add(weights)
      } else {
        partials.add(weights, step, at: SIMD16(lowHalf: frameLanes(from: one), highHalf: frameLanes(from: two)))
      }
      add(partials.sum.lowHalf, lines, at: one, left, right, frames: frames)
      if two < frames { add(partials.sum.highHalf, lines, at: two, left, right, frames: frames) }
      frame += 2 * Lanes.scalarCount
    }
  }

  @_noLocks @inline(__always)
  private func frameLanes(from frame: Int) -> Lanes { countingLanes + Lanes(repeating: Float(frame)) }

  @_noLocks @inline(__always)
  private func turns(at frame: Int, _ increment: (value: Double, step: Double)) -> Lanes {
    let t = frameLanes(from: frame)
    let slope = Lanes(repeating: Float(increment.value - 0.5 * increment.step))
    let curve = Lanes(repeating: Float(0.5 * increment.step))
    return Lanes(repeating: Float(phase)) + t * (slope + t * curve)
  }

  @_noLocks @inline(__always)
  private func add(
    _ sum: Lanes, _ lines: AudioLines, at frame: Int, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let t = frameLanes(from: frame)
    let amplitude = Lanes(repeating: lines.amplitude.value) + t * Lanes(repeating: lines.amplitude.step)
    let isInside = countingLanes .< Lanes(repeating: Float(frames - frame))
    let y = Lanes.zero.replacing(with: sum * amplitude, where: isInside)
    let l = Lanes(repeating: lines.left.value) + t * Lanes(repeating: lines.left.step)
    let r = Lanes(repeating: lines.right.value) + t * Lanes(repeating: lines.right.step)
    store(load(left, frame) + y * l, left, frame)
    store(load(right, frame) + y * r, right, frame)
  }
}

extension Voice {
  /// Returns how many frames came before the sound's end.
  @_noLocks
  mutating func addSound(
    _ sound: Sound, _ lines: AudioLines, speed: SoundSpeed, openness target: Float,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) -> Int {
    let opennessStep = (target - sample.openness) / Float(frames)
    let length = Int64(sound.frames) << 32
    var increment = speed.increment
    for frame in 0..<frames {
      if sample.position.units >= length {
        guard sample.loops else { return frame }
        sample.position.units %= length
      }
      let t = Float(frame)
      sample.openness += opennessStep
      let both = sound.sample(at: sample.position, increment: increment, loops: sample.loops)
      sample.filter.0 += (both.left - sample.filter.0) * sample.openness
      sample.filter.1 += (both.right - sample.filter.1) * sample.openness
      let amplitude = lines.amplitude.value + lines.amplitude.step * t
      left[frame] += sample.filter.0 * amplitude * (lines.left.value + lines.left.step * t)
      right[frame] += sample.filter.1 * amplitude * (lines.right.value + lines.right.step * t)
      sample.position.units += increment.units
      increment.units += speed.step
    }
    sample.openness = target
    return frames
  }

  /// The sound plays once. Returns how many frames came before its end.
  @_noLocks
  mutating func fastForwardSound(_ sound: Sound, speed: SoundSpeed, frames: Int) -> Int {
    let length = Int64(sound.frames) << 32
    // Positions only increase, so bisect for the first one at or after the end.
    var (low, high) = (0, frames)
    while low < high {
      let middle = (low + high) / 2
      if sample.position.units + speed.distance(of: middle) < length { low = middle + 1 } else { high = middle }
    }
    sample.position.units += speed.distance(of: low)
    return low
  }
}

extension Voice {
  /// A tap has harmonics only while it is driven.
  @_noLocks
  func addHarmonics(
    _ lines: DriveLines, _ levels: HarmonicBus.Levels, _ segment: Segment, at frame: SampleTime, count: Int,
    _ context: inout RenderContext
  ) {
    var heard = lines
    if kind == .transient {
      guard stage == .cycle || stage == .release else { return }
      heard.full = Ramp(levels.tap[sharpness])
    } else {
      let control = segment.line(segment.sharpness, at: frame)
      let begin = levels.buzz[sharpness + control.value]
      let end = levels.buzz[sharpness + control.value + control.step * Float(count)]
      heard.full = Ramp(begin, step: (end - begin) / Float(count))
    }
    context.harmonics.begin()
    context.oscillator.addHarmonics(
      heard, to: context.harmonics.frames, offset: segment.offset + Int(frame - segment.from), frames: count)
  }
}

/// What only a tone needs.
struct Tone: BitwiseCopyable {
  static var partials: Int { @_noLocks get { 16 } }

  /// Weights of the partials at the end of the last segment.
  var weights = SIMD16<Float>(repeating: 0)
  /// Pitch and brightness of these weights; NaN at first.
  var pitch = Float.nan
  var brightness = Float.nan

  @_noLocks
  init() {}
}

/// Parameters of a tone's or sound's event.
struct AudioMix: BitwiseCopyable {
  var volume: Float = 1
  var pitch: Float = 0
  var pan: Float = 0
  var brightness: Float = 1

  @_noLocks
  init() {}

  @_noLocks
  init(_ event: ScheduledEvent) {
    volume = event.volume
    pitch = event.pitch
    pan = event.pan
    brightness = event.brightness
  }
}

/// Channel gains at the end of the last segment, and their pan, which is NaN at first.
struct Panorama: BitwiseCopyable {
  var left: Float = 0
  var right: Float = 0
  var pan = Float.nan

  @_noLocks
  init() {}
}

struct AudioConstants: BitwiseCopyable {
  let sampleRate: Double

  /// Frequency of a tone at pitch 0: A3.
  static var baseHertz: Double { @_noLocks get { 220 } }
  /// Bound on a tone's peak at full volume.
  static var toneLevel: Float { @_noLocks get { 0.25 } }

  /// 2^pitch, for −1…1 octaves.
  @_noLocks
  func ratio(pitch: Float) -> Double { exponentialBase2(Double(pitch)) }

  /// Corner of the low-pass: 300 Hz at brightness 0, 20 kHz just below 1, none at 1.
  @_noLocks
  func cutoffHertz(brightness: Float) -> Double {
    300 * exponentialBase2(Double(brightness) * 6.058_893_689_053_568)
  }

  /// Computes the partials' weights: 1/n, attenuated by a second-order Butterworth low-pass, or 0 above 0.45 of the
  /// sample rate.
  @_noLocks
  func weights(pitch: Float, brightness: Float, into weights: inout SIMD16<Float>) {
    let base = AudioConstants.baseHertz * ratio(pitch: pitch)
    let cutoff = cutoffHertz(brightness: brightness)
    for partial in 0..<Tone.partials {
      let hertz = base * Double(partial + 1)
      let x = hertz / cutoff
      let loss = brightness < 1 ? 1 / squareRoot(1 + x * x * x * x) : 1
      let weight = hertz < 0.45 * sampleRate ? loss / Double(partial + 1) : 0
      // Unfiltered, the sum of the sines peaks at about 1.85.
      weights[partial] = Float(weight) * AudioConstants.toneLevel * 0.54
    }
  }

  /// Returns constant-power gains, with −3 dB in the middle.
  @_noLocks
  func gains(pan: Float) -> (left: Float, right: Float) {
    let turns = (Double(pan) + 1) * 0.125
    return (Float(sineOfTurns(turns + 0.25)), Float(sineOfTurns(turns)))
  }

  /// Returns the coefficient of a one-pole low-pass. 1 means no filtering.
  @_noLocks
  func openness(brightness: Float) -> Float {
    guard brightness < 1 else { return 1 }
    let hertz = cutoffHertz(brightness: brightness)
    return Float(1 - exponential(-6.283_185_307_179_586 * hertz / sampleRate))
  }
}
