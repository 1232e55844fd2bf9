/// Interleaved frames of a sound at the renderer's rate, borrowed from their owner.
///
/// - Thread: made off the render thread, read on it.
public struct Sound: BitwiseCopyable {
  /// The frames.
  public let samples: UnsafePointer<Float>
  /// 1 or 2.
  public let channels: Int
  /// How many.
  public let frames: FrameCount
}

/// Owns the frames of a sound at the renderer's sample rate.
///
/// - Thread: any.
public final class SoundMemory: Sendable {
  /// Safety: the address of frames that nobody writes any more; `release` frees them when the last owner has gone.
  private let address: UInt
  private let release: @Sendable () -> Void
  /// 1 or 2.
  public let channels: Int
  /// How many frames.
  public let frames: FrameCount

  /// Copies interleaved samples. More than two channels are not supported: give the first two. What a file of floats
  /// may hold that is not a number becomes silence; 60 dB above full scale is the limit.
  public convenience init(interleaved: [Float], channels: Int) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, interleaved.count))
    memory.initialize(repeating: 0, count: max(1, interleaved.count))
    for (index, sample) in interleaved.enumerated() { memory[index] = sample }
    let channels = max(1, min(2, channels))
    let address = UInt(bitPattern: memory)
    self.init(taking: memory, frames: interleaved.count / channels, channels: channels) {
      UnsafeMutablePointer<Float>(bitPattern: address)?.deallocate()
    }
  }

  /// Takes interleaved samples over without a copy; NaN and what is too loud are changed in place.
  ///
  /// - Parameters:
  ///   - samples: valid until `release` is called, and touched by nobody else.
  ///   - frames: how many there are.
  ///   - channels: 1 or 2.
  ///   - release: frees the samples.
  public init(
    taking samples: UnsafeMutablePointer<Float>, frames: FrameCount, channels: Int,
    release: @escaping @Sendable () -> Void
  ) {
    self.channels = channels
    self.frames = frames
    self.release = release
    address = UInt(bitPattern: samples)
    var index = 0
    while index < frames * channels {
      // Compared so, NaN is never in range.
      if !(abs(samples[index]) <= 1_000) { samples[index] = SoundMemory.tamed(samples[index]) }
      index += 1
    }
  }

  private static func tamed(_ sample: Float) -> Float { sample.isFinite ? max(-1_000, min(1_000, sample)) : 0 }

  deinit { release() }

  /// The frames; valid while `self` lives.
  public var sound: Sound {
    // Safety: the address is that of the pointer that the initializer was given, which is never null.
    Sound(samples: UnsafePointer(bitPattern: address)!, channels: channels, frames: frames)
  }
}
