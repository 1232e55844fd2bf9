import ThrumDevice

/// A part of a quantum in which each of a player's controls is linear.
struct Segment: BitwiseCopyable {
  /// First frame, and the frame after the last.
  var from: SampleTime
  var to: SampleTime
  var offset: Int
  var intensity = Ends(1)
  var sharpness = Ends(0)
  var volume = Ends(1)
  var pitch = Ends(0)
  var pan = Ends(0)
  var brightness = Ends(0)
  var gain = Ends(1)
  /// Offsets added to the normalised times of events that enter the decay or release in this segment.
  var hapticDecay: Float = 0
  var audioDecay: Float = 0

  @_noLocks
  init(from: SampleTime, to: SampleTime, offset: Int) {
    self.from = from
    self.to = to
    self.offset = offset
  }

  @_noLocks @inline(__always)
  func line(_ ends: Ends, at frame: SampleTime) -> Ramp {
    guard ends.begin != ends.end else { return Ramp(ends.begin) }
    let step = (ends.end - ends.begin) / Float(to - from)
    return Ramp(ends.begin + step * Float(frame - from), step: step)
  }
}
