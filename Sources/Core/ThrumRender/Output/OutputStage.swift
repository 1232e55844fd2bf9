import ThrumDevice
import ThrumPattern

/// Converts acceleration and sounds to two channels: scale → DC blocker → monitor mode → + sounds → volume → limiter.
struct OutputStage: BitwiseCopyable {
  private let isDirect: Bool
  private let isLimited: Bool
  private let isLowPassed: Bool
  private let isHarmonic: Bool
  private let isCompensated: Bool
  private let scale: Double
  private let driveScale: Double
  private var blocker: DirectCurrentBlocker
  private var lowPass: (Biquad, Biquad)
  private var highPass: (Biquad, Biquad)
  private var loudness: LoudnessCompensation
  private var limiter: Limiter
  /// Quanta since the last sound. From `monoAfter` on, both channels are equal.
  private var monoQuanta: Int
  private var hasAudio = false
  private var isMono = true
  /// Scratch: haptic signal before mixing.
  private let haptic: UnsafeMutablePointer<Float>
  private let monoAfter: Int
  private var gain: Float
  private var gainStep: Float = 0
  private var gainQuanta = 0
  /// Target volume, reached linearly over eight quanta (11 ms at 48 kHz).
  private var targetGain: Float
  private(set) var peak: Float = 0
  private(set) var meanSquare: Float = 0

  init(_ settings: RenderSettings, clipVolts: Double) {
    let rate = settings.sampleRate
    isDirect = settings.monitor == .direct
    isLimited = settings.isLimited && !isDirect
    isLowPassed = settings.monitor == .subwoofer || settings.monitor == .shaker
    isHarmonic = settings.monitor == .smallSpeaker
    isCompensated = settings.monitor == .felt
    scale = 1 / (settings.fullScaleG * standardGravity)
    driveScale = 1 / clipVolts
    blocker = DirectCurrentBlocker(hertz: settings.monitor == .shaker ? 20 : 5, sampleRate: rate)
    let section = Biquad(.lowPass, hertz: 120, sampleRate: rate)
    lowPass = (section, section)
    let upper = Biquad(.highPass, hertz: Harmonics.lowestHertz, sampleRate: rate)
    highPass = (upper, upper)
    loudness = LoudnessCompensation(sampleRate: rate)
    limiter = Limiter(
      sampleRate: rate, ceiling: ThrumPattern.gain(decibels: -1), lookAheadSeconds: 0.0015,
      releaseSeconds: 0.080)
    haptic = .allocate(capacity: quantumFrames)
    haptic.initialize(repeating: 0, count: quantumFrames)
    monoAfter = (2 * limiter.lookAhead) / quantumFrames + 4
    monoQuanta = monoAfter
    gain = Float(ThrumPattern.gain(decibels: settings.gainDecibels))
    targetGain = gain
  }

  @_noLocks @inline(__always)
  mutating func setGain(_ goal: Float) {
    guard goal != targetGain else { return }
    targetGain = goal
    gainQuanta = 8
    gainStep = (goal - gain) * (1 / Float(8 * quantumFrames))
  }

  func deallocate() {
    limiter.deallocate()
    haptic.deallocate()
  }

  var latency: FrameCount { isLimited ? limiter.lookAhead : 0 }

  /// Sets the meters to 0 and the volume directly to its target.
  @_noLocks
  mutating func clearMeters() {
    peak = 0
    meanSquare = 0
    gain = targetGain
    gainQuanta = 0
  }

  @_noLocks
  mutating func reset() {
    blocker.reset()
    lowPass.0.reset()
    lowPass.1.reset()
    highPass.0.reset()
    highPass.1.reset()
    loudness.reset()
    limiter.reset()
    clearMeters()
  }

  /// Whether all filters are at rest, ignoring the limiter's delay.
  var filtersAreAtRest: Bool {
    @_noLocks @inline(__always) get {
      blocker.isAtRest && lowPass.0.isAtRest && lowPass.1.isAtRest && highPass.0.isAtRest
        && highPass.1.isAtRest && loudness.isAtRest
    }
  }

  var isPlain: Bool { !isDirect && !isLowPassed && !isHarmonic && !isCompensated }

  func smoothChain(_ actuator: LinearActuator) -> SmoothChain { SmoothChain(actuator, blocker, scale: scale) }

  /// Starts a quantum with the sounds in `left` and `right`, if any.
  ///
  /// Once sounds have left the limiter, only one channel is computed, and the other is a copy.
  @_noLocks @inline(__always)
  mutating func begin(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, hasAudio: Bool) {
    self.hasAudio = hasAudio
    if hasAudio, monoQuanta >= monoAfter { limiter.copyLeftToRight() }
    monoQuanta = hasAudio ? 0 : monoQuanta + 1
    isMono = monoQuanta >= monoAfter
  }

  @_noLocks
  mutating func add(
    acceleration: UnsafePointer<Double>, drive: UnsafePointer<Double>, harmonics: UnsafePointer<Float>,
    work: UnsafeMutablePointer<Double>, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    if isDirect {
      for frame in 0..<quantumFrames { haptic[frame] = Float(drive[frame] * driveScale) }
      for tile in 0..<tilesOfQuantum {
        storeTile(loadTile(haptic, tile), left, tile)
        storeTile(loadTile(haptic, tile), right, tile)
      }
      return
    }
    blocker.render(acceleration, scale: scale, into: work, frames: quantumFrames)
    color(work, harmonics)
    for frame in 0..<quantumFrames { haptic[frame] = Float(work[frame]) }
    mix(left, right)
  }

  @_noLocks @inline(__always)
  mutating func add(
    _ chain: SmoothChain, _ drive: SmoothDrive, _ actuator: inout LinearActuator, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) {
    var motion = actuator.motion
    let wasAtRest = motion.isAtRest
    var state = blocker.state
    chain.render(
      drive.values, isDriven: drive.isUsed, &motion, blocker: &state, into: hasAudio ? haptic : left)
    actuator.set(motion)
    blocker.set(state: state, lastInput: wasAtRest && motion.isAtRest ? 0 : 1)
    if hasAudio { mix(left, right) } else if !isMono { copy(from: left, to: right) }
  }

  @_noLocks @inline(__always)
  private func mix(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    for tile in 0..<tilesOfQuantum {
      let felt = loadTile(haptic, tile)
      storeTile(hasAudio ? loadTile(left, tile) + felt : felt, left, tile)
      if !isMono { storeTile(hasAudio ? loadTile(right, tile) + felt : felt, right, tile) }
    }
  }

  @_noLocks @inline(__always)
  mutating func finish(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    let ramp = takeGainRamp()
    if ramp.base != 1 || ramp.step != 0 {
      amplify(left, ramp)
      if !isMono { amplify(right, ramp) }
    }
    var source = UnsafePointer(left)
    var second = UnsafePointer(right)
    if isLimited {
      limiter.render(left, isMono ? nil : right)
      source = limiter.output
      second = limiter.secondOutput
    }
    let squares = OutputStage.deliver(source, to: left, copying: isMono ? right : nil, clamped: isDirect)
    let others = isMono ? squares : OutputStage.deliver(second, to: right, copying: nil, clamped: isDirect)
    meanSquare = (squares + others) * (0.5 / Float(quantumFrames))
    peak = isLimited ? limiter.peak : largestMagnitude(left)
  }

  @_noLocks
  private mutating func color(_ signal: UnsafeMutablePointer<Double>, _ harmonics: UnsafePointer<Float>) {
    if isHarmonic {
      for frame in 0..<quantumFrames { signal[frame] += Double(harmonics[frame]) }
      highPass.0.render(signal, frames: quantumFrames)
      highPass.1.render(signal, frames: quantumFrames)
    }
    if isCompensated { loudness.render(signal, frames: quantumFrames) }
    if isLowPassed {
      lowPass.0.render(signal, frames: quantumFrames)
      lowPass.1.render(signal, frames: quantumFrames)
    }
  }

  @_noLocks @inline(__always)
  private mutating func takeGainRamp() -> (base: Float, step: Float) {
    let ramp = (base: gain, step: gainQuanta > 0 ? gainStep : 0)
    if gainQuanta > 0 {
      gainQuanta -= 1
      gain = gainQuanta == 0 ? targetGain : gain + gainStep * Float(quantumFrames)
    }
    return ramp
  }

  @_noLocks @inline(__always)
  private func amplify(_ signal: UnsafeMutablePointer<Float>, _ ramp: (base: Float, step: Float)) {
    let base = Lanes(repeating: ramp.base)
    let steps = Lanes(repeating: ramp.step)
    var frame = 0
    while frame < quantumFrames {
      let factor = base + steps * (countingLanes + Lanes(repeating: Float(frame + 1)))
      store(load(signal, frame) * factor, signal, frame)
      frame += Lanes.scalarCount
    }
  }

  /// Writes the samples and returns the sum of their squares.
  @_noLocks @inline(__always)
  private static func deliver(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>,
    copying second: UnsafeMutablePointer<Float>?, clamped: Bool
  ) -> Float {
    let one = Tile(repeating: 1)
    var squares = Tile.zero
    for tile in 0..<tilesOfQuantum {
      var y = loadTile(source, tile)
      if clamped {
        y = y.replacing(with: one, where: y .> one)
        y = y.replacing(with: -one, where: y .< -one)
      }
      squares += y * y
      storeTile(y, target, tile)
      if let second { storeTile(y, second, tile) }
    }
    return total(squares.lowHalf + squares.highHalf)
  }

  @_noLocks @inline(__always)
  private func copy(from source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>) {
    for tile in 0..<tilesOfQuantum { storeTile(loadTile(source, tile), target, tile) }
  }
}

/// Makes equally strong vibrations sound equally loud, with three first-order low-passes at 75 Hz
/// (`Docs/Monitors.md`).
struct LoudnessCompensation: BitwiseCopyable {
  private let share: Double
  /// Leaves 125 Hz, the frequency of the default sharpness, unchanged.
  private let gain: Double
  private var first = 0.0
  private var second = 0.0
  private var third = 0.0

  init(sampleRate: SampleRate) {
    let corner = 75.0
    share = 1 - exponential(-2 * .pi * corner / sampleRate)
    let power = 1 + (125 / corner) * (125 / corner)
    gain = power * squareRoot(power)
  }

  /// Whether the state is below −180 dB.
  var isAtRest: Bool {
    @_noLocks @inline(__always) get {
      first < 1e-9 && first > -1e-9 && second < 1e-9 && second > -1e-9 && third < 1e-9 && third > -1e-9
    }
  }

  @_noLocks
  mutating func reset() {
    first = 0
    second = 0
    third = 0
  }

  @_noLocks
  mutating func render(_ signal: UnsafeMutablePointer<Double>, frames: FrameCount) {
    for frame in 0..<frames {
      first += (signal[frame] - first) * share
      second += (first - second) * share
      third += (second - third) * share
      signal[frame] = third * gain
    }
  }
}
