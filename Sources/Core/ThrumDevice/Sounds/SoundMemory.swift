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

extension SoundMemory {
  private static let block = 4096

  /// Decodes a whole sound, mixing more than two channels down to two.
  ///
  /// - Throws: ``SoundError`` `tooLarge`, `noMemory`, or `unreadable` if it has no frames or contains NaN or infinity.
  package static func decoded(_ sound: UncompressedSound, budget: SoundBudget, path: String) throws(SoundError)
    -> SoundMemory
  {
    var position = 0
    return try decoded(
      frames: sound.frames, channels: sound.channels, sampleRate: sound.sampleRate, budget: budget, path: path
    ) { target, room in
      let count = sound.read(from: position, into: target, frames: room)
      position += count
      return count
    }
  }

  /// Collects a decoder's blocks until it returns none, mixing more than two channels down to two.
  ///
  /// - Parameters:
  ///   - frames: Number of frames according to the header. The file may be shorter.
  ///   - next: Receives a buffer and its size in frames, and returns the number of interleaved frames written.
  /// - Throws: See ``decoded(_:budget:path:)``.
  package static func decoded(
    frames: FrameCount, channels: Int, sampleRate: SampleRate, budget: SoundBudget, path: String,
    next: (UnsafeMutablePointer<Float>, FrameCount) -> FrameCount
  ) throws(SoundError) -> SoundMemory {
    guard frames <= SoundLimits.frames else {
      throw SoundError(
        .tooLarge, path: path, detail: "longer than \(SoundLimits.frames) frames (ten minutes at 48 kHz)")
    }
    let used = min(channels, 2)
    let result = try SoundBuffer(frames: frames, channels: used, budget: budget, path: path)
    var block = [Float](repeating: 0, count: SoundMemory.block * channels)
    while result.frames < SoundLimits.frames {
      let count = block.withUnsafeMutableBufferPointer { $0.baseAddress.map { next($0, SoundMemory.block) } ?? 0 }
      guard count > 0 else { break }
      guard hasNumbersOnly(block, count: count * channels) else {
        throw SoundError(.unreadable, path: path, detail: "it contains NaN or infinite samples")
      }
      if channels > 2 { mixDown(&block, frames: count, channels: channels) }
      try result.append(count) { target in
        block.withUnsafeBufferPointer {
          if let base = $0.baseAddress { target.update(from: base, count: count * used) }
        }
        return count
      }
    }
    guard result.frames > 0 else {
      throw SoundError(.unreadable, path: path, detail: "it contains no audio that can be decoded")
    }
    guard let memory = result.finish(sampleRate: sampleRate) else {
      throw SoundError(
        .noMemory, path: path, detail: "not enough memory: close other programs, or shorten the sound")
    }
    return memory
  }

  private static func hasNumbersOnly(_ samples: [Float], count: Int) -> Bool {
    samples.withUnsafeBufferPointer { samples in
      // 0 times a finite number is 0. 0 times NaN or infinity is NaN.
      var sum: Float = 0
      var index = 0
      while index < count {
        sum += samples[index] * 0
        index += 1
      }
      return sum == 0
    }
  }

  /// Mixes even channels to the left and odd ones to the right, with equal weights.
  private static func mixDown(_ samples: inout [Float], frames: Int, channels: Int) {
    let weights = (0..<2).map { side in 1 / Float((channels + 1 - side) / 2) }
    for frame in 0..<frames {
      var (left, right) = (Float(0), Float(0))
      for channel in 0..<channels {
        let sample = samples[frame * channels + channel] * weights[channel % 2]
        if channel % 2 == 0 { left += sample } else { right += sample }
      }
      samples[2 * frame] = left
      samples[2 * frame + 1] = right
    }
  }
}
