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
