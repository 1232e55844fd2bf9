import ThrumDevice

extension Player {
  /// Renders one voice over a segment, split where its envelope has corners.
  @_noLocks @inline(__always)
  mutating func render(
    _ voice: UnsafeMutablePointer<Voice>, _ segment: Segment, makesSamples: Bool, _ context: inout RenderContext
  ) {
    var frame = voice.pointee.start > segment.from ? voice.pointee.start : segment.from
    while frame < segment.to, !voice.pointee.hasEnded {
      if voice.pointee.isHolding { endIfDue(voice, at: frame, &context) }
      var count = Int(segment.to - frame)
      if voice.pointee.stageFrames < count { count = voice.pointee.stageFrames }
      if voice.pointee.isHolding {
        let left = voice.pointee.end - frame
        if left < SampleTime(count) { count = Int(left) }
        if voice.pointee.framesToLimit < count { count = voice.pointee.framesToLimit }
      }
      let isHaptic = voice.pointee.kind == .transient || voice.pointee.kind == .continuous
      if !makesSamples {
        pass(voice, segment, at: frame, count: count, &context)
      } else if isHaptic {
        renderHaptic(voice, segment, at: frame, count: count, &context)
      } else {
        context.beginAudio()
        renderAudio(voice, segment, at: frame, count: count, &context)
      }
      frame += SampleTime(count)
      if voice.pointee.isHolding { voice.pointee.lastHeld = frame }
      voice.pointee.advance(
        count, secondsToFrames: context.envelope,
        decayControl: isHaptic ? segment.hapticDecay : segment.audioDecay)
    }
  }

  /// The event's duration, or the limit of continuous events, is over: the tail begins.
  @_noLocks
  private func endIfDue(_ voice: UnsafeMutablePointer<Voice>, at frame: SampleTime, _ context: inout RenderContext) {
    if voice.pointee.end <= frame {
      voice.pointee.beginRelease(frames: releaseFrames(voice.pointee, at: frame, context))
    } else if voice.pointee.framesToLimit <= 0 {
      voice.pointee.beginRelease(frames: context.envelope.limitFade)
      voice.pointee.framesToLimit = Int.max
    }
  }

  @_noLocks
  private func renderHaptic(
    _ voice: UnsafeMutablePointer<Voice>, _ segment: Segment, at frame: SampleTime, count: Int,
    _ context: inout RenderContext
  ) {
    context.beginFrames()
    let isTransient = voice.pointee.kind == .transient
    var lines = DriveLines(
      volts: voice.pointee.volts, intensity: (voice.pointee.intensity, 0),
      level: (voice.pointee.level, voice.pointee.levelStep), gain: segment.line(segment.gain, at: frame),
      phase: voice.pointee.phase, increment: voice.pointee.increment)
    if !isTransient {
      let control = segment.line(segment.intensity, at: frame)
      lines.intensity = (
        voice.pointee.intensity * control.value, voice.pointee.intensity * control.step
      )
      let sharpness = segment.line(segment.sharpness, at: frame)
      steer(voice, &lines, from: sharpness.value, step: sharpness.step, count: count, &context)
    }
    context.oscillator.add(
      lines, to: context.drive, offset: segment.offset + Int(frame - segment.from), frames: count)
    let n = Double(count)
    let turns =
      lines.phase + n * (lines.increment - 0.5 * lines.incrementStep) + 0.5 * n * n * lines.incrementStep
    // A transient's phase is read from its begin, 0…2; others wrap.
    voice.pointee.phase = turns - (turns >= 1 ? Double(Int(turns)) : 0)
  }

  /// Frequency and volts follow the sharpness, in a straight line over the frames to come.
  @_noLocks
  private func steer(
    _ voice: UnsafeMutablePointer<Voice>, _ lines: inout DriveLines, from start: Float, step: Float,
    count: Int, _ context: inout RenderContext
  ) {
    let end = start + step * Float(count)
    if voice.pointee.control != start { voice.pointee.tune(to: start, context.table) }
    lines.increment = voice.pointee.increment
    lines.volts = (voice.pointee.volts, 0)
    guard end != start else { return }
    voice.pointee.tune(to: end, context.table)
    lines.incrementStep = (voice.pointee.increment - lines.increment) / Double(count)
    lines.volts.step = (voice.pointee.volts - lines.volts.value) / Float(count)
  }

  @_noLocks
  private func renderAudio(
    _ voice: UnsafeMutablePointer<Voice>, _ segment: Segment, at frame: SampleTime, count: Int,
    _ context: inout RenderContext
  ) {
    let offset = segment.offset + Int(frame - segment.from)
    let control = segment.line(segment.volume, at: frame)
    let gain = segment.line(segment.gain, at: frame)
    let n = Float(count)
    // Volume, envelope and mute multiply; their product is drawn as one line.
    let begin = voice.pointee.volume * control.value * voice.pointee.level * gain.value
    let finish =
      voice.pointee.volume * (control.value + control.step * n)
      * (voice.pointee.level + voice.pointee.levelStep * n) * (gain.value + gain.step * n)
    var lines = AudioLines(
      amplitude: (begin, (finish - begin) / n), left: (voice.pointee.timbre.left, 0),
      right: (voice.pointee.timbre.right, 0))
    turn(voice, &lines, segment, at: frame, count: count, &context)
    let pitch = pitchEnds(voice, segment, at: frame, count: count)
    let brightnessLine = segment.line(segment.brightness, at: frame)
    let brightness = clamp(voice.pointee.brightness + brightnessLine.value, 0, 1)
    let brightnessEnd = clamp(
      voice.pointee.brightness + brightnessLine.value + brightnessLine.step * n, 0, 1)
    if voice.pointee.kind == .tone {
      renderTone(
        voice, lines, pitch: pitch, brightness: (brightness, brightnessEnd), offset, count, &context)
    } else if let sound = voice.pointee.sound, sound.frames > 0 {
      let speed = soundSpeed(pitch, count: count, &context)
      let openness = context.audio.openness(brightness: brightnessEnd)
      if voice.pointee.timbre.brightness != voice.pointee.timbre.brightness {
        voice.pointee.timbre.openness = context.audio.openness(brightness: brightness)
        voice.pointee.timbre.brightness = brightness
      }
      let written = voice.pointee.addSound(
        sound, lines, speed: speed, openness: openness, left: context.left + offset,
        right: context.right + offset, frames: count)
      if written < count, voice.pointee.endPosition == .infinity { endSound(voice, at: frame, written) }
    } else if voice.pointee.endPosition == .infinity {
      endSound(voice, at: frame, 0)
    }
  }

  /// An audio voice's pitch at a frame and so many frames later.
  @_noLocks
  func pitchEnds(
    _ voice: UnsafeMutablePointer<Voice>, _ segment: Segment, at frame: SampleTime, count: Int
  ) -> (Float, Float) {
    let line = segment.line(segment.pitch, at: frame)
    let start = clamp(voice.pointee.pitch + line.value, -1, 1)
    return (start, clamp(voice.pointee.pitch + line.value + line.step * Float(count), -1, 1))
  }

  /// Frames of a sound that pass in a frame, and their change.
  @_noLocks
  func soundSpeed(_ pitch: (Float, Float), count: Int, _ context: inout RenderContext) -> (value: Double, step: Double)
  {
    let speed = context.audio.ratio(pitch: pitch.0)
    return (speed, (context.audio.ratio(pitch: pitch.1) - speed) / Double(count))
  }

  /// The sound's own end: nothing is left to sound.
  @_noLocks
  func endSound(_ voice: UnsafeMutablePointer<Voice>, at frame: SampleTime, _ written: Int) {
    voice.pointee.stage = .ended
    voice.pointee.lastHeld = frame + SampleTime(written)
  }

  /// The gains of the two channels follow the pan.
  @_noLocks
  private func turn(
    _ voice: UnsafeMutablePointer<Voice>, _ lines: inout AudioLines, _ segment: Segment,
    at frame: SampleTime, count: Int, _ context: inout RenderContext
  ) {
    let line = segment.line(segment.pan, at: frame)
    let start = clamp(voice.pointee.pan + line.value, -1, 1)
    let end = clamp(voice.pointee.pan + line.value + line.step * Float(count), -1, 1)
    let isStereo = voice.pointee.sound?.channels == 2
    if voice.pointee.timbre.pan != start {
      let gains = channelGains(pan: start, isStereo: isStereo, &context)
      voice.pointee.timbre.left = gains.left
      voice.pointee.timbre.right = gains.right
      voice.pointee.timbre.pan = start
    }
    lines.left = (voice.pointee.timbre.left, 0)
    lines.right = (voice.pointee.timbre.right, 0)
    guard end != start else { return }
    let gains = channelGains(pan: end, isStereo: isStereo, &context)
    lines.left.step = (gains.left - lines.left.value) / Float(count)
    lines.right.step = (gains.right - lines.right.value) / Float(count)
    voice.pointee.timbre.left = gains.left
    voice.pointee.timbre.right = gains.right
    voice.pointee.timbre.pan = end
  }

  /// Mono: constant power. Stereo: balance, the louder side unchanged.
  @_noLocks
  private func channelGains(pan: Float, isStereo: Bool, _ context: inout RenderContext) -> (left: Float, right: Float) {
    let gains = context.audio.gains(pan: pan)
    guard isStereo else { return gains }
    return (clamp(gains.left * 1.414_213_6, 0, 1), clamp(gains.right * 1.414_213_6, 0, 1))
  }

  @_noLocks
  private func renderTone(
    _ voice: UnsafeMutablePointer<Voice>, _ lines: AudioLines, pitch: (Float, Float),
    brightness: (Float, Float), _ offset: Int, _ count: Int, _ context: inout RenderContext
  ) {
    if voice.pointee.timbre.pitch != pitch.0 || voice.pointee.timbre.brightness != brightness.0 {
      context.audio.weights(pitch: pitch.0, brightness: brightness.0, into: &voice.pointee.timbre.weights)
      voice.pointee.increment =
        AudioConstants.baseHertz * context.audio.ratio(pitch: pitch.0) / context.audio.sampleRate
    }
    let from = voice.pointee.timbre.weights
    var step = SIMD16<Float>(repeating: 0)
    let increment = voice.pointee.increment
    var incrementStep = 0.0
    if pitch.1 != pitch.0 || brightness.1 != brightness.0 {
      context.audio.weights(pitch: pitch.1, brightness: brightness.1, into: &voice.pointee.timbre.weights)
      step = (voice.pointee.timbre.weights - from) / SIMD16(repeating: Float(count))
      voice.pointee.increment =
        AudioConstants.baseHertz * context.audio.ratio(pitch: pitch.1) / context.audio.sampleRate
      incrementStep = (voice.pointee.increment - increment) / Double(count)
    }
    voice.pointee.timbre.pitch = pitch.1
    voice.pointee.timbre.brightness = brightness.1
    voice.pointee.addTone(
      lines, from: from, step: step, increment: (increment, incrementStep), left: context.left + offset,
      right: context.right + offset, frames: count)
    let n = Double(count)
    let turns =
      voice.pointee.phase + n * (increment - 0.5 * incrementStep) + 0.5 * n * n * incrementStep
    voice.pointee.phase = turns - Double(Int(turns))
  }

  @_noLocks @inline(__always)
  private func clamp(_ x: Float, _ low: Float, _ high: Float) -> Float {
    x < low ? low : (x > high ? high : x)
  }
}
