import ThrumDevice
import ThrumRender

/// Maps the frames of a run to engine time.
struct FrameClock {
  let sampleRate: SampleRate
  /// Engine time of frame 0, s.
  private(set) var anchor: Double

  func frame(at time: Double) -> SampleTime { nearestFrame((time - anchor) * sampleRate) }

  func time(of frame: SampleTime) -> Double { anchor + Double(frame) / sampleRate }

  /// Adjusts engine time to a device that started late, stalled, had an underrun or drifts. Returns the correction in
  /// seconds, or 0 within the tolerance.
  ///
  /// A device renders at most its buffer ahead of playback. Beyond that plus 20 ms, frames and time have diverged.
  mutating func follow(rendered: SampleTime, buffer: FrameCount, now: Double) -> Double {
    let ahead = Double(rendered) - (now - anchor) * sampleRate
    let buffer = Double(buffer)
    guard rendered > 0, ahead < -0.02 * sampleRate || ahead > buffer + 0.02 * sampleRate else { return 0 }
    let seconds = (buffer / 2 - ahead) / sampleRate
    anchor += seconds
    return seconds
  }
}
