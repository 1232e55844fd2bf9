import ThrumDevice

/// Paces a device that accepts frames faster than real time, such as ALSA's `null`. It can be ahead of the clock by its
/// buffer plus 0.1 s.
///
/// - Thread: the device's I/O thread.
struct PCMPace {
  /// Tolerance for devices that report in bursts.
  static let slackSeconds = 0.1
  /// Time after which counting restarts, because clocks drift.
  static let windowSeconds = 1.0

  private(set) var isUnpaced = false
  private let rate: Double
  private let buffer: Double
  private var since: UInt64
  private var accepted = 0.0

  init(_ format: PCMFormat, at now: UInt64) {
    rate = Double(format.sampleRate)
    buffer = Double(format.bufferFrames)
    since = now
  }

  mutating func didAccept(_ frames: Int, at now: UInt64) {
    accepted += Double(frames)
    let elapsed = Double(now - since) * 1e-9
    let lead = accepted - elapsed * rate
    if isUnpaced {
      // A device that is a whole buffer late does not catch up.
      if lead < 0 { restart(now) }
    } else if lead > buffer + PCMPace.slackSeconds * rate {
      isUnpaced = true
    } else if elapsed > PCMPace.windowSeconds {
      restart(now)
    }
  }

  private mutating func restart(_ now: UInt64) {
    since = now
    accepted = 0
  }

  /// Monotonic time (ns) from which an unpaced device should accept this many frames. `nil` means now.
  func due(_ frames: Int, at now: UInt64) -> UInt64? {
    guard isUnpaced else { return nil }
    let due = since + UInt64(max(0, accepted + Double(frames) - buffer) / rate * 1e9)
    return due > now ? due : nil
  }
}
