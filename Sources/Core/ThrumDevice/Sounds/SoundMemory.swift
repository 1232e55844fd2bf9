/// Owns the frames of a sound, at the rate that it was recorded at; whoever plays it moves through them at its own.
///
/// - Thread: any.
public final class SoundMemory: Sendable {
  /// Interleaved; valid while `self` lives.
  ///
  /// Safety: nobody writes these frames any more; `release` frees them when the last owner has gone.
  package nonisolated(unsafe) let samples: UnsafePointer<Float>
  private let release: @Sendable () -> Void
  /// 1 or 2.
  public let channels: Int
  /// How many frames.
  public let frames: FrameCount
  /// Frames a second, 1 to 10⁷.
  public let sampleRate: SampleRate

  /// Copies interleaved samples. More than two channels are not supported: give the first two. What a file of floats
  /// may hold that is not a number becomes silence; 60 dB above full scale is the limit.
  public convenience init(interleaved: [Float], channels: Int, sampleRate: SampleRate) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, interleaved.count))
    memory.initialize(repeating: 0, count: max(1, interleaved.count))
    for (index, sample) in interleaved.enumerated() { memory[index] = sample }
    let channels = max(1, min(2, channels))
    // Safety: the memory is the sound's alone from here on; it is freed once.
    nonisolated(unsafe) let owned = memory
    self.init(taking: memory, frames: interleaved.count / channels, channels: channels, sampleRate: sampleRate) {
      owned.deallocate()
    }
  }

  /// Takes interleaved samples over without a copy; NaN and what is too loud are changed in place.
  ///
  /// - Parameters:
  ///   - samples: valid until `release` is called, and touched by nobody else.
  ///   - frames: how many there are.
  ///   - channels: 1 or 2.
  ///   - sampleRate: frames a second; what is no rate counts as the nearest that is.
  ///   - release: frees the samples.
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
      // Compared so, NaN is never in range.
      if !(abs(samples[index]) <= 1_000) { samples[index] = SoundMemory.tamed(samples[index]) }
      index += 1
    }
  }

  private static func tamed(_ sample: Float) -> Float { sample.isFinite ? max(-1_000, min(1_000, sample)) : 0 }

  deinit { release() }

  /// How long it is at its own rate, s.
  public var seconds: Double { Double(frames) / sampleRate }
}
