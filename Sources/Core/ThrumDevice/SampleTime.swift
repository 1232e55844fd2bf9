/// Position in frames from a renderer's frame 0.
public typealias SampleTime = Int64

/// Frames per quantum. Quanta are aligned to the renderer's frame 0, regardless of the block size.
@inlinable public var quantumFrames: FrameCount { @_noLocks get { 64 } }

/// Converts seconds to the nearest frame. Halves round up.
@_noLocks @inlinable
public func frames(_ seconds: Double, at sampleRate: SampleRate) -> SampleTime {
  nearestFrame(seconds * sampleRate)
}

/// Rounds to the nearest frame. Halves round up. Saturates at ±2^60, and NaN becomes 0.
@_noLocks @inlinable
package func nearestFrame(_ value: Double) -> SampleTime {
  let limit = 1_152_921_504_606_846_976.0
  guard value > -limit else { return value == value ? -1_152_921_504_606_846_976 : 0 }
  guard value < limit else { return 1_152_921_504_606_846_976 }
  // The remainder is exact, but value + 0.5 would be rounded.
  let truncated = SampleTime(value)
  let rest = value - Double(truncated)
  return rest >= 0.5 ? truncated + 1 : (rest < -0.5 ? truncated - 1 : truncated)
}
