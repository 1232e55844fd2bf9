import ThrumDevice
import ThrumPattern

extension Voice {
  @_noLocks @inline(__always)
  mutating func render(
    _ segment: Segment, _ controls: UnsafeMutablePointer<ControlState>, makesSamples: Bool,
    _ context: inout RenderContext
  ) {
    var frame = self.start > segment.from ? self.start : segment.from
    while frame < segment.to, !hasEnded {
      if isHolding { endIfDue(controls, at: frame, context) }
      var count = Int(segment.to - frame)
      if stageFrames < count { count = stageFrames }
      if isHolding {
        let left = self.end - frame
        if left < SampleTime(count) { count = Int(left) }
        if buzz.framesToLimit < count { count = buzz.framesToLimit }
      }
      let isHaptic = kind == .transient || kind == .continuous
      if !makesSamples || !isHaptic && !context.synthesisesAudio {
        pass(segment, at: frame, count: count, &context)
      } else if isHaptic {
        renderHaptic(segment, at: frame, count: count, &context)
      } else {
        context.beginAudio()
        renderAudio(segment, at: frame, count: count, &context)
      }
      frame += SampleTime(count)
      if isHolding { lastHeld = frame }
      advance(
        count, secondsToFrames: context.envelope,
        decayControl: isHaptic ? segment.hapticDecay : segment.audioDecay)
    }
  }

  @_noLocks
  private mutating func endIfDue(
    _ controls: UnsafeMutablePointer<ControlState>, at frame: SampleTime, _ context: borrowing RenderContext
  ) {
    if self.end <= frame {
      beginRelease(frames: releaseFrames(controls, at: frame, context))
    } else if buzz.framesToLimit <= 0 {
      // An event of exactly the limit's length ends with its own release.
      if end - frame > SampleTime(context.envelope.limitFade) { beginRelease(frames: context.envelope.limitFade) }
      buzz.framesToLimit = Int.max
    }
  }

  /// Returns the release, or the shortest fade if there is no held level or no envelope.
  @_noLocks
  func releaseFrames(
    _ controls: UnsafeMutablePointer<ControlState>, at frame: SampleTime, _ context: borrowing RenderContext
  ) -> Int {
    guard isSustained, usesEnvelope else { return context.envelope.quick }
    let id = kind == .continuous ? DynamicParameterID.hapticReleaseTimeControl : .audioReleaseTimeControl
    return context.envelope.release(release + Float(controls[id.index].target(at: frame)))
  }

  @_noLocks
  private mutating func renderHaptic(
    _ segment: Segment, at frame: SampleTime, count: Int,
    _ context: inout RenderContext
  ) {
    let isTransient = kind == .transient
    if isTransient { context.beginFrames() } else { context.beginWantedFrames() }
    var lines = DriveLines(
      full: full, intensity: Ramp(intensity),
      level: Ramp(self.level, step: levelStep), gain: segment.line(segment.gain, at: frame),
      phase: phase, increment: self.increment)
    if !isTransient {
      let control = segment.line(segment.intensity, at: frame)
      lines.intensity = Ramp(intensity * control.value, step: intensity * control.step)
      let sharpness = segment.line(segment.sharpness, at: frame)
      steer(&lines, from: sharpness.value, step: sharpness.step, count: count, &context)
    }
    context.oscillator.add(
      lines, to: isTransient ? context.drive : context.continuous, offset: segment.offset + Int(frame - segment.from),
      frames: count)
    if let levels = context.harmonics.levels {
      addHarmonics(lines, levels, segment, at: frame, count: count, &context)
    }
    let n = Double(count)
    let turns =
      lines.phase + n * (lines.increment - 0.5 * lines.incrementStep) + 0.5 * n * n * lines.incrementStep
    phase = fractionOfTurns(turns)
  }

  @_noLocks
  private mutating func steer(
    _ lines: inout DriveLines, from start: Float, step: Float,
    count: Int, _ context: inout RenderContext
  ) {
    let end = start + step * Float(count)
    if buzz.control != start { tune(to: start, context.table) }
    lines.increment = self.increment
    lines.full = Ramp(full)
    guard end != start else { return }
    tune(to: end, context.table)
    lines.incrementStep = (self.increment - lines.increment) / Double(count)
    lines.full.step = (full - lines.full.value) / Float(count)
  }

  @_noLocks
  private mutating func renderAudio(
    _ segment: Segment, at frame: SampleTime, count: Int,
    _ context: inout RenderContext
  ) {
    let offset = segment.offset + Int(frame - segment.from)
    let control = segment.line(segment.volume, at: frame)
    let gain = segment.line(segment.gain, at: frame)
    let n = Float(count)
    // Volume, envelope and mute are multiplied; one line approximates their product.
    let begin = mix.volume * control.value * self.level * gain.value
    let finish =
      mix.volume * (control.value + control.step * n)
      * (self.level + levelStep * n) * (gain.value + gain.step * n)
    var lines = AudioLines(
      amplitude: Ramp(begin, step: (finish - begin) / n), left: Ramp(panorama.left),
      right: Ramp(panorama.right))
    turn(&lines, segment, at: frame, count: count, &context)
    let pitch = pitchEnds(segment, at: frame, count: count)
    let brightnessLine = segment.line(segment.brightness, at: frame)
    let brightness = clamp(mix.brightness + brightnessLine.value, 0, 1)
    let brightnessEnd = clamp(
      mix.brightness + brightnessLine.value + brightnessLine.step * n, 0, 1)
    if kind == .tone {
      renderTone(lines, pitch: pitch, brightness: (brightness, brightnessEnd), offset, count, &context)
    } else if let sound = sample.sound, sound.frames > 0 {
      let speed = soundSpeed(sound, pitch, count: count, &context)
      let openness = context.audio.openness(brightness: brightnessEnd)
      if sample.brightness != sample.brightness {
        sample.openness = context.audio.openness(brightness: brightness)
        sample.brightness = brightness
      }
      let written = addSound(
        sound, lines, speed: speed, openness: openness, left: context.left + offset,
        right: context.right + offset, frames: count)
      if written < count, endPosition == .infinity { endSound(at: frame, written) }
    } else if endPosition == .infinity {
      endSound(at: frame, 0)
    }
  }

  @_noLocks
  func pitchEnds(
    _ segment: Segment, at frame: SampleTime, count: Int
  ) -> (Float, Float) {
    let line = segment.line(segment.pitch, at: frame)
    let start = clamp(mix.pitch + line.value, -1, 1)
    return (start, clamp(mix.pitch + line.value + line.step * Float(count), -1, 1))
  }

  @_noLocks
  func soundSpeed(_ sound: Sound, _ pitch: (Float, Float), count: Int, _ context: inout RenderContext) -> SoundSpeed {
    SoundSpeed(
      from: sound.speed * context.audio.ratio(pitch: pitch.0), to: sound.speed * context.audio.ratio(pitch: pitch.1),
      frames: count)
  }

  @_noLocks
  mutating func endSound(at frame: SampleTime, _ written: Int) {
    stage = .ended
    lastHeld = frame + SampleTime(written)
  }

  @_noLocks
  private mutating func turn(
    _ lines: inout AudioLines, _ segment: Segment,
    at frame: SampleTime, count: Int, _ context: inout RenderContext
  ) {
    let line = segment.line(segment.pan, at: frame)
    let start = clamp(mix.pan + line.value, -1, 1)
    let end = clamp(mix.pan + line.value + line.step * Float(count), -1, 1)
    let isStereo = sample.sound?.channels == 2
    if panorama.pan != start {
      let gains = channelGains(pan: start, isStereo: isStereo, &context)
      panorama.left = gains.left
      panorama.right = gains.right
      panorama.pan = start
    }
    lines.left = Ramp(panorama.left)
    lines.right = Ramp(panorama.right)
    guard end != start else { return }
    let gains = channelGains(pan: end, isStereo: isStereo, &context)
    lines.left.step = (gains.left - lines.left.value) / Float(count)
    lines.right.step = (gains.right - lines.right.value) / Float(count)
    panorama.left = gains.left
    panorama.right = gains.right
    panorama.pan = end
  }

  /// Returns constant-power gains for mono, or a balance for stereo that leaves the louder side unchanged.
  @_noLocks
  private func channelGains(pan: Float, isStereo: Bool, _ context: inout RenderContext) -> (left: Float, right: Float) {
    let gains = context.audio.gains(pan: pan)
    guard isStereo else { return gains }
    return (clamp(gains.left * 1.414_213_6, 0, 1), clamp(gains.right * 1.414_213_6, 0, 1))
  }

  @_noLocks
  private mutating func renderTone(
    _ lines: AudioLines, pitch: (Float, Float),
    brightness: (Float, Float), _ offset: Int, _ count: Int, _ context: inout RenderContext
  ) {
    if tone.pitch != pitch.0 || tone.brightness != brightness.0 {
      context.audio.weights(pitch: pitch.0, brightness: brightness.0, into: &tone.weights)
      self.increment =
        AudioConstants.baseHertz * context.audio.ratio(pitch: pitch.0) / context.audio.sampleRate
    }
    let from = tone.weights
    var step = SIMD16<Float>(repeating: 0)
    let increment = self.increment
    var incrementStep = 0.0
    if pitch.1 != pitch.0 || brightness.1 != brightness.0 {
      context.audio.weights(pitch: pitch.1, brightness: brightness.1, into: &tone.weights)
      step = (tone.weights - from) / SIMD16(repeating: Float(count))
      self.increment =
        AudioConstants.baseHertz * context.audio.ratio(pitch: pitch.1) / context.audio.sampleRate
      incrementStep = (self.increment - increment) / Double(count)
    }
    tone.pitch = pitch.1
    tone.brightness = brightness.1
    addTone(
      lines, from: from, step: step, increment: (increment, incrementStep), left: context.left + offset,
      right: context.right + offset, frames: count)
    let n = Double(count)
    let turns =
      phase + n * (increment - 0.5 * incrementStep) + 0.5 * n * n * incrementStep
    phase = fractionOfTurns(turns)
  }

  @_noLocks @inline(__always)
  private func clamp(_ x: Float, _ low: Float, _ high: Float) -> Float {
    x < low ? low : (x > high ? high : x)
  }
}

extension Voice {
  var endsWithSound: Bool { @_noLocks get { kind == .sound && endPosition == .infinity } }

  @_noLocks
  mutating func pass(_ segment: Segment, at frame: SampleTime, count: Int, _ context: inout RenderContext) {
    guard endsWithSound else { return }
    guard let sound = sample.sound, sound.frames > 0 else { return endSound(at: frame, 0) }
    if sample.loops { return }
    let pitch = pitchEnds(segment, at: frame, count: count)
    let speed = soundSpeed(sound, pitch, count: count, &context)
    let passed = fastForwardSound(sound, speed: speed, frames: count)
    if passed < count { endSound(at: frame, passed) }
  }

  /// Returns a sound's speed at a constant pitch.
  @_noLocks
  func steadySpeed(
    _ sound: Sound, _ control: Float, at frame: SampleTime, _ context: inout RenderContext
  ) -> SoundSpeed {
    var segment = Segment(from: frame, to: frame + 1, offset: 0)
    segment.pitch = Ends(control)
    return soundSpeed(sound, pitchEnds(segment, at: frame, count: 1), count: 1, &context)
  }
}
