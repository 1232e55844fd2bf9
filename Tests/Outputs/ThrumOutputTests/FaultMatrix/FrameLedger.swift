import ThrumDevice
import ThrumRender

/// Tracks a card's frames by their position in the rendering: accepted, buffered, played.
struct FrameLedger {
  /// Frames played without a gap.
  struct Run {
    var begin: Double
    var end: Double
    var frames: Range<SampleTime>
  }

  private let capacity: Int
  private let reference: [Float]?
  private var waiting: [Range<SampleTime>] = []
  private var waitingCount = 0
  private(set) var played: [Run] = []
  /// Frames that differ from the rendering.
  private(set) var wrongFrames = 0
  /// Magnitude of the last accepted frames during a fade.
  private(set) var lastMagnitude: Float = 1
  /// Whether all accepted frames have been played.
  var isEmpty: Bool { waitingCount == 0 }

  init(capacity: Int, reference: [Float]?) {
    self.capacity = capacity
    self.reference = reference
  }

  var room: Int { capacity - waitingCount }

  /// Accepts as many frames as fit and compares them with the reference. Two channels.
  mutating func take(_ samples: UnsafeBufferPointer<Float>, first: SampleTime, isFading: Bool) -> Int {
    let count = min(samples.count / 2, room)
    guard count > 0 else { return 0 }
    if isFading {
      lastMagnitude = abs(samples[2 * count - 2])
    } else if let reference {
      let place = Int(first)
      guard place >= 0, place + count <= reference.count else {
        wrongFrames += count
        return count
      }
      for frame in 0..<count where samples[2 * frame] != reference[place + frame] { wrongFrames += 1 }
    }
    waiting.append(first..<first + SampleTime(count))
    waitingCount += count
    return count
  }

  /// Plays as many frames as are buffered.
  mutating func play(_ count: Int, at seconds: Double, rate: Double) -> Int {
    var done = 0
    while done < count, let next = waiting.first {
      let taken = min(count - done, next.count)
      let frames = next.lowerBound..<next.lowerBound + SampleTime(taken)
      add(frames, at: seconds + Double(done) / rate, rate: rate)
      if taken == next.count { waiting.removeFirst() } else { waiting[0] = frames.upperBound..<next.upperBound }
      waitingCount -= taken
      done += taken
    }
    return done
  }

  private mutating func add(_ frames: Range<SampleTime>, at seconds: Double, rate: Double) {
    let end = seconds + Double(frames.count) / rate
    if let last = played.last, last.frames.upperBound == frames.lowerBound, seconds - last.end < 0.001 {
      played[played.count - 1].end = end
      played[played.count - 1].frames = last.frames.lowerBound..<frames.upperBound
    } else {
      played.append(Run(begin: seconds, end: end, frames: frames))
    }
  }

  /// Discards buffered frames.
  mutating func drop() {
    waiting = []
    waitingCount = 0
  }
}
