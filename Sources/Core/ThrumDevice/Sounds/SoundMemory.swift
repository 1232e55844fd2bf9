/// Frames of a sound at its own sample rate.
///
/// - Thread: any.
public final class SoundMemory: Sendable {
  /// Interleaved samples, valid while `self` exists.
  ///
  /// Safety: never written after initialisation; freed by `release` with the last reference.
  package nonisolated(unsafe) let samples: UnsafePointer<Float>
  private let release: @Sendable () -> Void
  /// Number of channels, 1 or 2.
  public let channels: Int
  /// Number of frames.
  public let frames: FrameCount
  /// Frames per second, 1 to 10⁷.
  public let sampleRate: SampleRate

  /// Copies interleaved samples of one or two channels.
  ///
  /// NaN becomes silence, and values are limited to 60 dB above full scale.
  public convenience init(interleaved: [Float], channels: Int, sampleRate: SampleRate) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, interleaved.count))
    memory.initialize(repeating: 0, count: max(1, interleaved.count))
    for (index, sample) in interleaved.enumerated() { memory[index] = sample }
    let channels = max(1, min(2, channels))
    // Safety: from here on, only the sound uses the memory, freeing it once.
    nonisolated(unsafe) let owned = memory
    self.init(taking: memory, frames: interleaved.count / channels, channels: channels, sampleRate: sampleRate) {
      owned.deallocate()
    }
  }

  /// Adopts interleaved samples without a copy. Replaces NaN and limits loud values in place.
  ///
  /// `samples` must stay valid until `release` is called, and must not be used elsewhere. There are one or two
  /// channels. The sample rate is clamped to the valid range.
  public init(
    taking samples: UnsafeMutablePointer<Float>, frames: FrameCount, channels: Int, sampleRate: SampleRate,
    release: @escaping @Sendable () -> Void
  ) {
    self.channels = channels
    self.frames = frames
    self.sampleRate = sampleRate > 1 ? min(sampleRate, 1e7) : 1
    self.release = release
    self.samples = UnsafePointer(samples)
    var index = 0
    while index < frames * channels {
      // NaN must fail the comparison.
      if !(abs(samples[index]) <= 1_000) { samples[index] = SoundMemory.tamed(samples[index]) }
      index += 1
    }
  }

  private static func tamed(_ sample: Float) -> Float { sample.isFinite ? max(-1_000, min(1_000, sample)) : 0 }

  deinit { release() }

  /// Length at the sound's own rate, s.
  public var seconds: Double { Double(frames) / sampleRate }
}
