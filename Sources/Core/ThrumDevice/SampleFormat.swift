/// A sample format in native byte order.
public enum SampleFormat: String, CaseIterable, Sendable, BitwiseCopyable {
  case float32 = "float"
  case signed32 = "s32"
  /// 24 bits: the low 24 of 32 bits in memory, and three bytes in a file.
  case signed24 = "s24"
  case signed16 = "s16"

  /// Bytes per sample in memory.
  public var byteCount: Int { self == .signed16 ? 2 : 4 }

  /// Bytes per sample in a file.
  public var fileByteCount: Int { self == .signed24 ? 3 : byteCount }

  /// 2^(bits − 1) − 1; 0 for floats.
  package var fullScale: Double {
    @_noLocks get {
      switch self {
      case .float32: 0
      case .signed32: 2_147_483_647
      case .signed24: 8_388_607
      case .signed16: 32_767
      }
    }
  }

  /// Scales, rounds and saturates; NaN becomes 0.
  @_noLocks @inlinable
  package static func integer(_ sample: Double, fullScale: Double) -> Int32 {
    let limited = sample > 1 ? 1 : (sample < -1 ? -1 : sample)
    return Int32(truncatingIfNeeded: nearestFrame(limited * fullScale))
  }
}
