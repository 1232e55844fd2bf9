import ThrumDevice

extension Voice {
  var endsWithSound: Bool { @_noLocks get { kind == .sound && endPosition == .infinity } }

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
