import ThrumDevice

/// What a sound is between its frames: a sine cardinal in a Kaiser window (β 10, 32 frames to each side), band-limited to 0.46
/// of its rate. At 256 places between two frames, and in a straight line between those.
///
/// What a kernel leaves of images and aliases is below −95 dB. J. O. Smith, Digital Audio Resampling, 2002.
///
/// - Thread: made off the render thread, read on it.
struct SincKernel: BitwiseCopyable {
  /// Frames to each side.
  static var reach: Int { @_noLocks @inline(__always) get { 32 } }
  /// Frames that count for a place.
  static var taps: Int { @_noLocks @inline(__always) get { 64 } }
  /// Places between two frames.
  static var places: Int { @_noLocks @inline(__always) get { 256 } }
  /// Upper edge of the band, in parts of the sound's rate.
  private static let edge = 0.46

  /// Rows for the places 0/256 to 256/256 after a frame; tap `j` of a row is for the frame `j − 31` on from there.
  private let rows: UnsafePointer<Float>

  /// The kernel of all sounds.
  ///
  /// Safety: written once, before anybody has it, and never freed.
  static nonisolated(unsafe) let shared = SincKernel()

  private init() {
    let count = (SincKernel.places + 1) * SincKernel.taps
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for place in 0...SincKernel.places {
      let fraction = Double(place) / Double(SincKernel.places)
      for tap in 0..<SincKernel.taps {
        let distance = Double(tap - SincKernel.reach + 1) - fraction
        (memory + place * SincKernel.taps + tap).initialize(
          to: Float(windowedSinc(distance, edge: SincKernel.edge, reach: Double(SincKernel.reach), beta: 10)))
      }
    }
    rows = UnsafePointer(memory)
  }

  /// The rows before and after a place, and how far it is between them.
  @_noLocks @inline(__always)
  func rows(at fraction: Double) -> (UnsafePointer<Float>, UnsafePointer<Float>, Float) {
    let place = fraction * Double(SincKernel.places)
    let index = Int(place)
    let before = rows + index * SincKernel.taps
    return (before, before + SincKernel.taps, Float(place - Double(index)))
  }

  /// The kernel at a distance in frames, which is less than 32 to either side.
  @_noLocks @inline(__always)
  func value(at distance: Double) -> Float {
    let along = distance + Double(SincKernel.reach - 1)
    let below = Int(along + 1) - 1  // rounded down; −1 at the least
    let isWhole = Double(below) == along
    let tap = isWhole ? below : below + 1
    guard tap >= 0, tap < SincKernel.taps else { return 0 }
    let (before, after, rest) = rows(at: Double(tap) - along)
    return before[tap] + (after[tap] - before[tap]) * rest
  }
}
