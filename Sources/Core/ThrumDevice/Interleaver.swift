/// Interleaves two channels for a device.
///
/// - Thread: created off the render thread, used on it.
package struct Interleaver: BitwiseCopyable {
  private let map: ChannelMap
  private let isFloat: Bool
  private let is16: Bool
  private let scale: Double
  package let frameBytes: Int

  package init(_ map: ChannelMap, _ format: SampleFormat) {
    self.map = map
    isFloat = format == .float32
    is16 = format == .signed16
    scale = format.fullScale
    frameBytes = map.count * format.byteCount
  }

  @_noLocks
  package func write(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, frames: FrameCount,
    to output: UnsafeMutableRawPointer
  ) {
    var offset = 0
    for frame in 0..<frames {
      for channel in 0..<map.count {
        let x = map.sample(channel, left[frame], right[frame])
        if isFloat {
          output.storeBytes(of: x, toByteOffset: offset, as: Float.self)
          offset += 4
        } else {
          let value = SampleFormat.integer(Double(x), fullScale: scale)
          if is16 {
            output.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: offset, as: Int16.self)
            offset += 2
          } else {
            output.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
            offset += 4
          }
        }
      }
    }
  }
}
