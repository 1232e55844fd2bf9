import ThrumDevice

extension Voice {
  /// Whether the end of the sound is the end of the event.
  var endsWithSound: Bool { @_noLocks get { kind == .sound && endPosition == .infinity } }

  /// What a voice must go through without being heard: only the end of a sound that plays once decides anything.
  @_noLocks
  mutating func pass(_ segment: Segment, at frame: SampleTime, count: Int, _ context: inout RenderContext) {
    guard endsWithSound else { return }
    guard let sound, sound.frames > 0 else { return endSound(at: frame, 0) }
    if loops { return }
    let pitch = pitchEnds(segment, at: frame, count: count)
    let speed = soundSpeed(sound, pitch, count: count, &context)
    let passed = fastForwardSound(sound, speed: speed, frames: count)
    if passed < count { endSound(at: frame, passed) }
  }

  /// How fast a sound passes while the pitch, moved by a control's value, does not change.
  @_noLocks
  func steadySpeed(
    _ sound: Sound, _ control: Float, at frame: SampleTime, _ context: inout RenderContext
  ) -> SoundSpeed {
    var segment = Segment(from: frame, to: frame + 1, offset: 0)
    segment.pitch = Ends(control)
    return soundSpeed(sound, pitchEnds(segment, at: frame, count: 1), count: 1, &context)
  }
}
