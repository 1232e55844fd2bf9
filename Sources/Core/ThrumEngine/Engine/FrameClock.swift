import ThrumDevice
import ThrumRender

struct FrameClock {
  let sampleRate: SampleRate
  /// Engine time of frame 0, s.
  private(set) var anchor: Double

  func frame(at time: Double) -> SampleTime { nearestFrame((time - anchor) * sampleRate) }

  func time(of frame: SampleTime) -> Double { anchor + Double(frame) / sampleRate }

  /// Realigns frames with engine time after a late start, a stall, an underrun or drift. Returns the correction in
  /// seconds.
  ///
  /// A device renders at most one buffer ahead of playback. The tolerance is 20 ms.
  mutating func follow(rendered: SampleTime, buffer: FrameCount, now: Double) -> Double {
    let ahead = Double(rendered) - (now - anchor) * sampleRate
    let buffer = Double(buffer)
    guard rendered > 0, ahead < -0.02 * sampleRate || ahead > buffer + 0.02 * sampleRate else { return 0 }
    let seconds = (buffer / 2 - ahead) / sampleRate
    anchor += seconds
    return seconds
  }
}
