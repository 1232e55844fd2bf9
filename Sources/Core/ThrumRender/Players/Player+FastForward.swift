import ThrumDevice
import ThrumPattern

extension Player {
  /// Returns the number of frames until the next start or end of an event, control path or envelope stage, or until the
  /// next due notice. Returns `SampleTime.max` if only a command can change anything.
  ///
  /// - Thread: render thread only, between quanta.
  @_noLocks
  func unchangedFrames(from frame: SampleTime, _ context: inout RenderContext) -> SampleTime {
    guard gain == goalGain, !(status == .free) else { return 0 }
    if status == .paused { return .max }
    var unchanged = SampleTime.max
    var isHolding = false
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      let left = unchangedFrames(of: voice, from: frame, &context)
      if left < unchanged { unchanged = left }
      if voice.pointee.isHolding { isHolding = true }
      index = voice.pointee.next
    }
    guard status == .playing else { return unchanged }
    let left = unchangedFramesOfPattern(from: frame, isHolding: isHolding)
    return left < unchanged ? left : unchanged
  }

  @_noLocks
  private func unchangedFramesOfPattern(from frame: SampleTime, isHolding: Bool) -> SampleTime {
    guard let schedule else { return 0 }
    var nearest = SampleTime.max
    if nextEvent < schedule.pointee.eventCount {
      nearest = self.frame(of: schedule.pointee.events[nextEvent].start)
    } else if !isLooping {
      let end = self.frame(of: schedule.pointee.duration)
      // From now on, the last held event determines the player's end.
      if end > frame { nearest = end } else if !isHolding { return 0 }
    }
    if nextSegment < schedule.pointee.segmentCount {
      let next = self.frame(of: schedule.pointee.segments[nextSegment].start)
      if next < nearest { nearest = next }
    }
    if isLooping {
      let end = self.frame(of: loopEnd)
      if end < nearest { nearest = end }
    }
    return nearest == .max ? .max : nearest - frame
  }

  @_noLocks
  private func unchangedFrames(
    of voice: UnsafeMutablePointer<Voice>, from frame: SampleTime, _ context: inout RenderContext
  ) -> SampleTime {
    var unchanged = voice.pointee.stageFrames
    if voice.pointee.isHolding {
      if voice.pointee.buzz.framesToLimit < unchanged { unchanged = voice.pointee.buzz.framesToLimit }
      let left = voice.pointee.end == .max ? Int.max : Int(voice.pointee.end - frame)
      if left < unchanged { unchanged = left }
    }
    guard voice.pointee.endsWithSound else { return SampleTime(unchanged) }
    guard let sound = voice.pointee.sample.sound, sound.frames > 0 else { return 0 }
    if voice.pointee.sample.loops { return SampleTime(unchanged) }
    // The end can be predicted only while the pitch is constant.
    guard controls[DynamicParameterID.audioPitchControl.index].nextCorner(after: frame) == .max else { return 0 }
    let speed = voice.pointee.steadySpeed(sound, control(.audioPitchControl, at: frame), at: frame, &context)
    let left = (Int64(sound.frames) << 32) - voice.pointee.sample.position.units
    let whole = Int((left - 1) / max(1, speed.increment.units))
    return SampleTime(whole < unchanged ? whole : unchanged)
  }

  /// Skips frames, which must be unchanged according to ``unchangedFrames(from:_:)``.
  @_noLocks
  func skip(from frame: SampleTime, frames: Int, _ context: inout RenderContext) {
    if status == .paused { return }
    var index = firstVoice
    while index >= 0 {
      let voice = context.voices.voice(index)
      if voice.pointee.stageFrames != Int.max { voice.pointee.stageFrames -= frames }
      if voice.pointee.buzz.framesToLimit != Int.max { voice.pointee.buzz.framesToLimit -= frames }
      if voice.pointee.isHolding { voice.pointee.lastHeld = frame + SampleTime(frames) }
      if voice.pointee.endsWithSound, !voice.pointee.sample.loops, let sound = voice.pointee.sample.sound {
        let speed = voice.pointee.steadySpeed(sound, control(.audioPitchControl, at: frame), at: frame, &context)
        _ = voice.pointee.fastForwardSound(sound, speed: speed, frames: frames)
      }
      index = voice.pointee.next
    }
  }
}
