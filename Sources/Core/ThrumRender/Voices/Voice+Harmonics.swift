import ThrumDevice

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
      heard.full = (levels.tap[sharpness], 0)
    } else {
      let control = segment.line(segment.sharpness, at: frame)
      let begin = levels.buzz[sharpness + control.value]
      let end = levels.buzz[sharpness + control.value + control.step * Float(count)]
      heard.full = (begin, (end - begin) / Float(count))
    }
    context.harmonics.begin()
    context.oscillator.addHarmonics(
      heard, to: context.harmonics.frames, offset: segment.offset + Int(frame - segment.from), frames: count)
  }
}
