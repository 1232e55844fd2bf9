import ThrumDevice

package struct Sound: BitwiseCopyable {
  package let samples: UnsafePointer<Float>
  package let channels: Int
  package let frames: FrameCount
  /// Frames of the sound per rendered frame at the original pitch.
  package let speed: Double
  private let kernel: SincKernel

  package init(_ memory: SoundMemory, sampleRate: SampleRate) {
    samples = memory.samples
    channels = memory.channels
    // Limit of positions: six hours at 48 kHz.
    frames = min(memory.frames, 1 << 30)
    speed = memory.sampleRate / sampleRate
    kernel = .shared
  }

  /// Returns both channels at a position, band-limited to both sample rates. `increment` is the sound's advance per
  /// frame.
  ///
  /// At its own rate, a sound is unchanged. Beyond its ends, it is silent or loops.
  @_noLocks @inline(__always)
  func sample(at place: SoundPosition, increment: SoundPosition, loops: Bool) -> (left: Float, right: Float) {
    if increment.units == 1 << 32, place.units & 0xFFFF_FFFF == 0 { return frame(place.frame, loops) }
    if increment.units > 1 << 32 {
      return narrowed(place, Double(increment.units) * 2.328_306_436_538_696_3e-10, loops)
    }
    let first = place.frame - SincKernel.reach + 1
    let isInside = first >= 0 && first + SincKernel.taps <= frames
    let (before, after, rest) = kernel.rows(at: place.fraction)
    guard isInside else { return atEdge(first, before, after, rest, loops) }
    return channels == 2 ? stereo(first, before, after, rest) : mono(first, before, after, rest)
  }

  @_noLocks
  private func mono(_ first: Int, _ before: UnsafePointer<Float>, _ after: UnsafePointer<Float>, _ rest: Float)
    -> (left: Float, right: Float)
  {
    let share = Lanes(repeating: rest)
    var sum = Lanes.zero
    var tap = 0
    while tap < SincKernel.taps {
      let weight = weights(before, after, share, tap)
      sum += weight * load(samples, first + tap)
      tap += Lanes.scalarCount
    }
    let value = total(sum)
    return (value, value)
  }

  @_noLocks
  private func stereo(_ first: Int, _ before: UnsafePointer<Float>, _ after: UnsafePointer<Float>, _ rest: Float)
    -> (left: Float, right: Float)
  {
    let share = Lanes(repeating: rest)
    var sum = Lanes.zero
    var tap = 0
    while tap < SincKernel.taps {
      let weight = weights(before, after, share, tap)
      sum += doubled(weight.lowHalf) * load(samples, 2 * (first + tap))
      sum += doubled(weight.highHalf) * load(samples, 2 * (first + tap) + 8)
      tap += Lanes.scalarCount
    }
    let left = sum.evenHalf
    let right = sum.oddHalf
    return ((left.x + left.y) + (left.z + left.w), (right.x + right.y) + (right.z + right.w))
  }

  @_noLocks @inline(__always)
  private func weights(_ before: UnsafePointer<Float>, _ after: UnsafePointer<Float>, _ share: Lanes, _ tap: Int)
    -> Lanes
  {
    load(before, tap) + (load(after, tap) - load(before, tap)) * share
  }

  @_noLocks @inline(__always)
  private func doubled(_ weights: SIMD4<Float>) -> Lanes {
    var both = Lanes.zero
    both.evenHalf = weights
    both.oddHalf = weights
    return both
  }

  @_noLocks
  private func atEdge(
    _ first: Int, _ before: UnsafePointer<Float>, _ after: UnsafePointer<Float>, _ rest: Float, _ loops: Bool
  ) -> (left: Float, right: Float) {
    var sum = (left: Float(0), right: Float(0))
    for tap in 0..<SincKernel.taps {
      add(frame(first + tap, loops), before[tap] + (after[tap] - before[tap]) * rest, to: &sum)
    }
    return sum
  }

  /// Widens the kernel for faster playback, to remove frequencies above the renderer's band.
  @_noLocks
  private func narrowed(_ place: SoundPosition, _ speed: Double, _ loops: Bool) -> (left: Float, right: Float) {
    let share = 1 / speed
    // First frame within reach, and its distance from the kernel's left end.
    let first = 1 - Int(Double(SincKernel.reach) * speed - place.fraction)
    var along = (Double(first) - place.fraction) * share + Double(SincKernel.reach)
    var index = place.frame + first
    var sum = (left: Lanes.zero, right: Lanes.zero)
    while along < Double(2 * SincKernel.reach) {
      let weights = kernel.values(along: along, step: Float(share))
      let group = frames(from: index, loops)
      sum.left += weights * group.left
      sum.right += weights * group.right
      along += Double(Lanes.scalarCount) * share
      index += Lanes.scalarCount
    }
    return (total(sum.left) * Float(share), total(sum.right) * Float(share))
  }

  @_noLocks @inline(__always)
  private func frames(from first: Int, _ loops: Bool) -> (left: Lanes, right: Lanes) {
    guard first >= 0, first + Lanes.scalarCount <= frames else {
      var group = (left: Lanes.zero, right: Lanes.zero)
      for lane in 0..<Lanes.scalarCount { (group.left[lane], group.right[lane]) = frame(first + lane, loops) }
      return group
    }
    guard channels == 2 else {
      let both = load(samples, first)
      return (both, both)
    }
    let (low, high) = (load(samples, 2 * first), load(samples, 2 * first + Lanes.scalarCount))
    return (
      Lanes(lowHalf: low.evenHalf, highHalf: high.evenHalf), Lanes(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    )
  }

  @_noLocks @inline(__always)
  private func add(_ frame: (left: Float, right: Float), _ weight: Float, to sum: inout (left: Float, right: Float)) {
    sum.left += frame.left * weight
    sum.right += frame.right * weight
  }

  @_noLocks @inline(__always)
  private func frame(_ index: Int, _ loops: Bool) -> (left: Float, right: Float) {
    var i = index
    if i < 0 || i >= frames {
      guard loops else { return (0, 0) }
      i %= frames
      if i < 0 { i += frames }
    }
    return channels == 2 ? (samples[2 * i], samples[2 * i + 1]) : (samples[i], samples[i])
  }
}

extension SoundMemory {
  /// Resamples the sound and returns its louder channel.
  package func loudestChannel(at rate: SampleRate) -> [Double] {
    let sound = Sound(self, sampleRate: rate)
    let increment = SoundPosition(frames: sound.speed)
    var position = SoundPosition(units: 0)
    var left: [Double] = []
    var right: [Double] = []
    while position.frame < sound.frames {
      let both = sound.sample(at: position, increment: increment, loops: false)
      left.append(Double(both.left))
      right.append(Double(both.right))
      position.units += increment.units
    }
    func energy(_ samples: [Double]) -> Double { samples.reduce(0) { $0 + $1 * $1 } }
    return energy(right) > energy(left) ? right : left
  }
}

/// A position or distance in a sound, in units of 2⁻³² frames. Many small steps add up exactly to one large step.
struct SoundPosition: BitwiseCopyable {
  var units: Int64

  /// Creates the first position at or after a number of frames, limited to 0…2³⁰. Since it is rounded up, a sound of n
  /// rendered frames ends after exactly n.
  @_noLocks
  init(frames: Double) {
    let exact = (frames > 0 ? (frames < 1_073_741_824 ? frames : 1_073_741_824) : 0) * 4_294_967_296
    let whole = Int64(exact)
    units = Double(whole) < exact ? whole + 1 : whole
  }

  @_noLocks @inline(__always)
  init(units: Int64) { self.units = units }

  var frame: Int { @_noLocks @inline(__always) get { Int(units >> 32) } }

  /// 0..<1.
  var fraction: Double {
    @_noLocks @inline(__always) get { Double(units & 0xFFFF_FFFF) * 2.328_306_436_538_696_3e-10 }
  }
}

/// Frames of a sound per rendered frame, and their change per frame.
struct SoundSpeed: BitwiseCopyable {
  var increment: SoundPosition
  var step: Int64

  @_noLocks
  init(from begin: Double, to end: Double, frames: Int) {
    increment = SoundPosition(frames: begin)
    step = begin == end ? 0 : (SoundPosition(frames: end).units - increment.units) / Int64(frames)
  }

  @_noLocks @inline(__always)
  func distance(of frames: Int) -> Int64 {
    let n = Int64(frames)
    return n &* increment.units &+ step &* (n &* (n &- 1) / 2)
  }
}
