/// How a sample is written; native byte order.
///
/// - Thread: any; a value.
public enum SampleFormat: String, CaseIterable, Sendable, BitwiseCopyable {
  case float32 = "float"
  case signed32 = "s32"
  /// 24 bits in the lower part of 32.
  case signed24 = "s24"
  case signed16 = "s16"

  /// Bytes of a sample.
  public var byteCount: Int { self == .signed16 ? 2 : 4 }
}
