import ThrumDevice

/// The short fades of a player, in frames of the sample rate.
///
/// - Thread: made off the render thread, read on it.
struct FadeFrames: BitwiseCopyable {
  /// Frames in which the rest of a control's jump fades: 2 ms.
  let jump: SampleTime
  /// 1 over that.
  let jumpShare: Double
  /// What a mute or a pause changes in a frame, so that all of it takes 2.7 ms (128 frames at 48 kHz). The last of it is
  /// drawn out to the end of its quantum.
  let gainStep: Float

  /// The fades at a sample rate.
  init(sampleRate: SampleRate) {
    jump = max(1, nearestFrame(0.002 * sampleRate))
    jumpShare = 1 / Double(jump)
    gainStep = 1 / Float(max(1, nearestFrame(sampleRate * 128 / 48_000)))
  }
}
