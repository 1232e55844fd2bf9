import ThrumDevice
import ThrumPattern

struct FadeFrames: BitwiseCopyable {
  /// Fade of a jump's remainder: 2 ms.
  let jump: SampleTime
  let jumpShare: Double
  /// Change in gain per frame for the 2.7 ms fade (128 frames at 48 kHz) of a mute or pause.
  let gainStep: Float

  init(sampleRate: SampleRate) {
    jump = max(1, nearestFrame(0.002 * sampleRate))
    jumpShare = 1 / Double(jump)
    gainStep = 1 / Float(max(1, nearestFrame(sampleRate * 128 / 48_000)))
  }
}
