/// A position on a renderer's time line, in frames from its frame 0.
public typealias SampleTime = Int64

/// A length in frames.
public typealias FrameCount = Int

/// Frames a second.
public typealias SampleRate = Double

/// The frames that the renderer makes at a time, aligned to its frame 0, whatever the sink asks for.
@inlinable public var quantumFrames: FrameCount { @_noLocks get { 64 } }

/// Frames nearest to a length in seconds; halves go up.
///
/// - Real-time: yes.
@_noLocks @inlinable
public func frames(_ seconds: Double, at sampleRate: SampleRate) -> SampleTime {
  nearestFrame(seconds * sampleRate)
}

/// The integer nearest to a number of frames; halves go up. Saturates at ±2^60, NaN gives 0.
///
/// - Real-time: yes.
@_noLocks @inlinable
public func nearestFrame(_ value: Double) -> SampleTime {
  let limit = 1_152_921_504_606_846_976.0
  guard value > -limit else { return value == value ? -1_152_921_504_606_846_976 : 0 }
  guard value < limit else { return 1_152_921_504_606_846_976 }
  // The remainder is exact, where value + 0.5 would be rounded.
  let truncated = SampleTime(value)
  let rest = value - Double(truncated)
  return rest >= 0.5 ? truncated + 1 : (rest < -0.5 ? truncated - 1 : truncated)
}
