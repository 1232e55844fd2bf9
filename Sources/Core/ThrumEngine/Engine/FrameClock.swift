import ThrumDevice
import ThrumRender

/// How the frames of a run map to engine time. A value.
///
/// - Thread: the engine's executor.
struct FrameClock {
  /// Of the run, Hz.
  let sampleRate: SampleRate
  /// Engine time of frame 0, s.
  private(set) var anchor: Double

  /// The frame of an engine time.
  func frame(at time: Double) -> SampleTime { nearestFrame((time - anchor) * sampleRate) }

  /// The engine time of a frame.
  func time(of frame: SampleTime) -> Double { anchor + Double(frame) / sampleRate }

  /// Lets engine time follow a device that began late, stood still, had an underrun or drifts: returns by how many seconds it
  /// was wrong, 0 while within the tolerance.
  ///
  /// A device renders ahead of what it plays by at most its buffer; beyond that, and 20 ms, frames and time have parted.
  mutating func follow(rendered: SampleTime, buffer: FrameCount, now: Double) -> Double {
    let ahead = Double(rendered) - (now - anchor) * sampleRate
    let buffer = Double(buffer)
    guard rendered > 0, ahead < -0.02 * sampleRate || ahead > buffer + 0.02 * sampleRate else { return 0 }
    let seconds = (buffer / 2 - ahead) / sampleRate
    anchor += seconds
    return seconds
  }
}
