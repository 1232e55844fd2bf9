import ThrumDevice
import ThrumPattern

/// ``EnvelopeTimes`` in frames, identical on every machine.
struct EnvelopeFrames: BitwiseCopyable {
  private let attackShortest: Double, attackOctaves: Double
  private let decayShortest: Double, decayOctaves: Double
  private let releaseShortest: Double, releaseOctaves: Double
  /// Shortest fade without a click: 5 ms.
  let quick: Int
  /// Fade at a continuous event's time limit: 50 ms.
  let limitFade: Int

  init(_ times: EnvelopeTimes, sampleRate: SampleRate) {
    attackShortest = times.attack.lowerBound * sampleRate
    attackOctaves = logarithmBase2(times.attack.upperBound / times.attack.lowerBound)
    decayShortest = times.decay.lowerBound * sampleRate
    decayOctaves = logarithmBase2(times.decay.upperBound / times.decay.lowerBound)
    releaseShortest = times.release.lowerBound * sampleRate
    releaseOctaves = logarithmBase2(times.release.upperBound / times.release.lowerBound)
    quick = Int(nearestFrame(EnvelopeTimes.quickFade * sampleRate))
    limitFade = Int(nearestFrame(EventLimits.continuousFade * sampleRate))
  }

  /// Values are clamped to 0…1.
  @_noLocks
  func attack(_ value: Float) -> Int { frames(value, attackShortest, attackOctaves) }
  @_noLocks
  func decay(_ value: Float) -> Int { frames(value, decayShortest, decayOctaves) }
  @_noLocks
  func release(_ value: Float) -> Int { frames(value, releaseShortest, releaseOctaves) }

  @_noLocks
  private func frames(_ value: Float, _ shortest: Double, _ octaves: Double) -> Int {
    let clamped = value > 0 ? (value < 1 ? Double(value) : 1) : 0
    let exact = nearestFrame(shortest * exponentialBase2(octaves * clamped))
    return exact > 1 ? Int(exact) : 1
  }
}

enum EnvelopeStage: BitwiseCopyable {
  case attack
  case hold
  case decay
  case release
  case cycle, firstBrake, secondBrake
  case ended
}

extension EnvelopeStage {
  @_noLocks
  static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}

/// A control's values at both ends of a segment.
struct Ends: BitwiseCopyable {
  private let both: SIMD2<Float>

  @_noLocks @inline(__always)
  init(_ begin: Float, _ end: Float) { both = SIMD2(begin, end) }

  @_noLocks @inline(__always)
  init(_ value: Float) { both = SIMD2(repeating: value) }

  var begin: Float { @_noLocks @inline(__always) get { both.x } }
  var end: Float { @_noLocks @inline(__always) get { both.y } }
}

/// A value that is linear over some frames: at the first frame, and its change per frame.
struct Ramp: BitwiseCopyable {
  var value: Float
  var step: Float

  @_noLocks @inline(__always)
  init(_ value: Float, step: Float = 0) {
    self.value = value
    self.step = step
  }
}

/// A part of a quantum in which each of a player's controls is linear.
struct Segment: BitwiseCopyable {
  /// First frame, and the frame after the last.
  var from: SampleTime
  var to: SampleTime
  var offset: Int
  var intensity = Ends(1)
  var sharpness = Ends(0)
  var volume = Ends(1)
  var pitch = Ends(0)
  var pan = Ends(0)
  var brightness = Ends(0)
  var gain = Ends(1)
  /// Offsets added to the normalised times of events that enter the decay or release in this segment.
  var hapticDecay: Float = 0
  var audioDecay: Float = 0

  @_noLocks
  init(from: SampleTime, to: SampleTime, offset: Int) {
    self.from = from
    self.to = to
    self.offset = offset
  }

  @_noLocks @inline(__always)
  func line(_ ends: Ends, at frame: SampleTime) -> Ramp {
    guard ends.begin != ends.end else { return Ramp(ends.begin) }
    let step = (ends.end - ends.begin) / Float(to - from)
    return Ramp(ends.begin + step * Float(frame - from), step: step)
  }
}
