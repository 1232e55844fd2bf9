/// From the device's acceleration and the sounds to two channels of audio:
/// scale → DC blocker → monitor mode → + sounds → volume → limiter → soft clip.
struct OutputStage: BitwiseCopyable {
  private let isDirect: Bool
  private let isLowPassed: Bool
  private let isHarmonic: Bool
  private let scale: Double
  private let driveScale: Double
  private var blocker: DirectCurrentBlocker
  private var lowPass: (Biquad, Biquad)
  private var bass: HarmonicBass
  private var limiter: Limiter
  private var gain: Float
  private var gainStep: Float = 0
  private var gainQuanta = 0
  /// The volume to reach, in a straight line over eight quanta (11 ms at 48 kHz).
  private var targetGain: Float
  /// Largest magnitude of the last quantum after the whole stage.
  private(set) var peak: Float = 0
  /// Mean square of the last quantum.
  private(set) var meanSquare: Float = 0

  /// Prepares the chain, silent. The owner calls ``deallocate()``.
  init(_ settings: RenderSettings, clipVolts: Double) {
    let rate = settings.sampleRate
    isDirect = settings.monitor == .direct
    isLowPassed = settings.monitor == .subwoofer || settings.monitor == .shaker
    isHarmonic = settings.monitor == .smallSpeaker
    scale = 1 / (settings.fullScaleG * standardGravity)
    driveScale = 1 / clipVolts
    blocker = DirectCurrentBlocker(hertz: settings.monitor == .shaker ? 20 : 5, sampleRate: rate)
    let section = Biquad(.lowPass, hertz: 120, sampleRate: rate)
    lowPass = (section, section)
    bass = HarmonicBass(sampleRate: rate)
    limiter = Limiter(
      sampleRate: rate, ceiling: HapticRender.gain(decibels: -1), lookAheadSeconds: 0.0015,
      releaseSeconds: 0.080)
    gain = Float(HapticRender.gain(decibels: settings.gainDecibels))
    targetGain = gain
  }

  /// Moves the volume.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func setGain(_ goal: Float) {
    guard goal != targetGain else { return }
    targetGain = goal
    gainQuanta = 8
    gainStep = (goal - gain) * (1 / Float(8 * quantumFrames))
  }

  /// Frees the delay lines.
  func deallocate() { limiter.deallocate() }

  /// Frames by which the output lags: the limiter's look-ahead, 0 in ``MonitorMode/direct``.
  var latency: FrameCount { isDirect ? 0 : limiter.lookAhead }

  /// Nothing comes in and nothing is left: the meters fall, the volume may jump.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func rest() {
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
    bass.reset()
    limiter.reset()
    rest()
  }

  /// Whether the filters hold nothing more of earlier input; the limiter's delay is not asked.
  ///
  /// - Real-time: yes.
  var filtersAreAtRest: Bool {
    @_noLocks get {
      blocker.isAtRest && lowPass.0.isAtRest && lowPass.1.isAtRest && bass.isAtRest
    }
  }

  /// Renders a quantum. `left` and `right` come with the sounds and leave with the sum; `work` is scratch.
  ///
  /// - Thread: render thread only.
  /// - Real-time: yes.
  @_noLocks
  mutating func render(
    acceleration: UnsafePointer<Double>, drive: UnsafePointer<Double>, work: UnsafeMutablePointer<Double>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    if isDirect {
      for frame in 0..<quantumFrames {
        left[frame] = Float(drive[frame] * driveScale)
        right[frame] = left[frame]
      }
      amplify(left, right)
    } else {
      blocker.render(acceleration, scale: scale, into: work, frames: quantumFrames)
      color(work)
      for frame in 0..<quantumFrames {
        let haptic = Float(work[frame])
        left[frame] += haptic
        right[frame] += haptic
      }
      amplify(left, right)
      limiter.render(left, right, frames: quantumFrames)
    }
    finish(left, right)
  }

  @_noLocks
  private mutating func color(_ signal: UnsafeMutablePointer<Double>) {
    if isHarmonic { bass.render(signal, frames: quantumFrames) }
    if isLowPassed {
      for frame in 0..<quantumFrames { signal[frame] = lowPass.1.next(lowPass.0.next(signal[frame])) }
    }
  }

  /// Volume, as a ramp when it has changed.
  @_noLocks
  private mutating func amplify(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    let base = Lanes(repeating: gain)
    let steps = Lanes(repeating: gainQuanta > 0 ? gainStep : 0)
    var frame = 0
    while frame < quantumFrames {
      let factor = base + steps * (countingLanes + Lanes(repeating: Float(frame + 1)))
      store(load(left, frame) * factor, left, frame)
      store(load(right, frame) * factor, right, frame)
      frame += Lanes.scalarCount
    }
    guard gainQuanta > 0 else { return }
    gainQuanta -= 1
    gain = gainQuanta == 0 ? targetGain : gain + gainStep * Float(quantumFrames)
  }

  /// Soft clip y = x − 4x³/27, flat from 1.5 on, and the meter. ``MonitorMode/direct`` is clamped only.
  @_noLocks
  private mutating func finish(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
    let knee = Lanes(repeating: isDirect ? 1 : 1.5)
    let cubic = Lanes(repeating: isDirect ? 0 : 0.148_148_15)
    var peaks = Lanes.zero
    var squares = Lanes.zero
    var frame = 0
    while frame < quantumFrames {
      let l = clip(load(left, frame), knee, cubic)
      let r = clip(load(right, frame), knee, cubic)
      peaks = peaks.replacing(with: l, where: l .> peaks)
      peaks = peaks.replacing(with: -l, where: -l .> peaks)
      peaks = peaks.replacing(with: r, where: r .> peaks)
      peaks = peaks.replacing(with: -r, where: -r .> peaks)
      squares += l * l + r * r
      store(l, left, frame)
      store(r, right, frame)
      frame += Lanes.scalarCount
    }
    peak = peaks.max()
    meanSquare = squares.sum() * (0.5 / Float(quantumFrames))
  }

  @_noLocks @inline(__always)
  private func clip(_ x: Lanes, _ knee: Lanes, _ cubic: Lanes) -> Lanes {
    var y = x.replacing(with: knee, where: x .> knee)
    y = y.replacing(with: -knee, where: y .< -knee)
    return y - cubic * (y * y * y)
  }
}

/// 0, 1, 2 … 7.
var countingLanes: Lanes { @_noLocks @inline(__always) get { Lanes(0, 1, 2, 3, 4, 5, 6, 7) } }
