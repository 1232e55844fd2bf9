import ThrumDevice

/// Finds out that a device takes frames faster than time passes, as ALSA's `null` does, and then says by the clock when
/// it may have more.
///
/// A paced device takes at most what it plays and what its buffer holds. One that within a second has taken a tenth of a
/// second more than that is unpaced.
///
/// - Thread: the device's I/O thread.
struct PCMPace {
  /// More than a device may take beyond its buffer by reporting in lumps, s.
  static let slackSeconds = 0.1
  /// A device's clock and ours may differ: the count begins again after, s.
  static let windowSeconds = 1.0

  /// Whether the clock has to stand in for the device.
  private(set) var isUnpaced = false
  private let rate: Double
  private let buffer: Double
  private var since: UInt64
  private var accepted = 0.0

  /// Begins to count.
  init(_ format: PCMFormat, at now: UInt64) {
    rate = Double(format.sampleRate)
    buffer = Double(format.bufferFrames)
    since = now
  }

  /// Counts what the device took.
  mutating func didAccept(_ frames: Int, at now: UInt64) {
    accepted += Double(frames)
    let elapsed = Double(now - since) * 1e-9
    let lead = accepted - elapsed * rate
    if isUnpaced {
      // Late by a whole buffer: time that has passed is not made up for.
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

  /// When an unpaced device may have this many frames; `nil`: now.
  func due(_ frames: Int, at now: UInt64) -> UInt64? {
    guard isUnpaced else { return nil }
    let due = since + UInt64(max(0, accepted + Double(frames) - buffer) / rate * 1e9)
    return due > now ? due : nil
  }
}
