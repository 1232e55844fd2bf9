import ThrumPattern
import ThrumDevice

/// From the device's acceleration and the sounds to two channels of audio:
/// scale → DC blocker → monitor mode → + sounds → volume → limiter.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
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
  /// Quanta without a sound, and how many of them make both channels equal.
  private var monoQuanta: Int
  private var hasAudio = false
  private var isMono = true
  /// What is felt, before it is mixed; scratch.
  private let haptic: UnsafeMutablePointer<Float>
  private let monoAfter: Int
  private var gain: Float
  private var gainStep: Float = 0
  private var gainQuanta = 0
  /// The volume to reach, in a straight line over eight quanta (11 ms at 48 kHz).
  private var targetGain: Float
  /// Largest magnitude of the last quantum that came in, at most the limiter's ceiling.
  private(set) var peak: Float = 0
  /// Mean square of the last quantum.
  private(set) var meanSquare: Float = 0

  /// Prepares the chain, silent. The owner calls ``deallocate()``.
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

  /// Moves the volume.
  ///
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  mutating func setGain(_ goal: Float) {
    guard goal != targetGain else { return }
    targetGain = goal
    gainQuanta = 8
    gainStep = (goal - gain) * (1 / Float(8 * quantumFrames))
  }

  /// Frees the delay lines.
  func deallocate() {
    limiter.deallocate()
    haptic.deallocate()
  }

  /// Frames by which the output lags: the limiter's look-ahead, 0 without it.
  var latency: FrameCount { isLimited ? limiter.lookAhead : 0 }

  /// Nothing comes in and nothing is left: the meters fall, the volume may jump.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func clearMeters() {
    peak = 0
    meanSquare = 0
    gain = targetGain
    gainQuanta = 0
  }

  /// Back to silence.
  ///
  /// - Real-time: yes.
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

  /// Whether the filters hold nothing more of earlier input; the limiter's delay is not asked.
  ///
  /// - Real-time: yes.
  var filtersAreAtRest: Bool {
    @_noLocks @inline(__always) get {
      blocker.isAtRest && lowPass.0.isAtRest && lowPass.1.isAtRest && highPass.0.isAtRest
        && highPass.1.isAtRest && loudness.isAtRest
    }
  }

  /// Whether the haptic signal goes through the DC blocker and no other filter.
  var isPlain: Bool { !isDirect && !isLowPassed && !isHarmonic && !isCompensated }

  /// The chain up to here in one step, for smooth quanta.
  func smoothChain(_ actuator: LinearActuator) -> SmoothChain { SmoothChain(actuator, blocker, scale: scale) }

  /// Begins a quantum. When no sound has been in it or is left in the limiter, both channels are the same, and one
  /// is computed and copied: the same bits for half the work. `left` and `right` come with the sounds, if there are any.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks @inline(__always)
  mutating func begin(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, hasAudio: Bool) {
    self.hasAudio = hasAudio
    if hasAudio, monoQuanta >= monoAfter { limiter.copyLeftToRight() }
    monoQuanta = hasAudio ? 0 : monoQuanta + 1
    isMono = monoQuanta >= monoAfter
  }

  /// Adds what is felt, through the monitor mode; `harmonics` are for the small loudspeaker, `work` is scratch.
  ///
  /// - Real-time: yes.
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

  /// Adds a smooth quantum of what is felt.
  ///
  /// - Real-time: yes.
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

  /// What is felt, over the sounds or instead of them.
  @_noLocks @inline(__always)
  private func mix(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    for tile in 0..<tilesOfQuantum {
      let felt = loadTile(haptic, tile)
      storeTile(hasAudio ? loadTile(left, tile) + felt : felt, left, tile)
      if !isMono { storeTile(hasAudio ? loadTile(right, tile) + felt : felt, right, tile) }
    }
  }

  /// Volume, limiter, meters; `left` and `right` leave with what is heard.
  ///
  /// - Real-time: yes.
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

  /// The volume at the quantum's begin and its change in a frame.
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

  /// Writes a channel, to a second one too, and returns the sum of the squares. ``MonitorMode/direct`` is clamped.
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
