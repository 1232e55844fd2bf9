import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Highest level of a monitor's signal, for matching versions (`Docs/Monitors.md`).
package struct HeardMeter {
  private var weighted: WeightedMeter?
  private var hand: FeltMeter?
  package private(set) var peak = 0.0

  package init(_ settings: RenderSettings) {
    switch settings.monitor {
    case .full, .felt, .subwoofer, .smallSpeaker:
      weighted = WeightedMeter(settings)
    case .shaker, .direct:
      hand = FeltMeter(sampleRate: settings.sampleRate)
    }
  }

  /// Adds interleaved stereo samples.
  package mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let highest = samples.reduce(0) { max($0, abs($1)) }
    peak = max(peak, Double(highest))
    weighted?.add(samples, isSilent: highest == 0)
  }

  package var followsAcceleration: Bool { hand != nil }

  /// Adds a quantum of acceleration, m/s².
  package mutating func add(acceleration: UnsafePointer<Double>) {
    hand?.add(acceleration, frames: quantumFrames, unit: standardGravity)
  }

  /// Returns the highest level in dB: for an ear, relative to full scale; for a hand, above the threshold. `nil` for
  /// silence.
  package mutating func finish() -> Double? {
    hand?.finish()
    if let weighted { return weighted.loudest.rms > 1e-6 ? decibels(weighted.loudest.rms) : nil }
    return hand?.strongestOverThreshold
  }
}

private struct WeightedMeter {
  private var left: EarFilter
  private var right: EarFilter
  private(set) var loudest: LoudestWindow

  init(_ settings: RenderSettings) {
    left = EarFilter(
      sampleRate: settings.sampleRate, lowestHertz: settings.monitor == .smallSpeaker ? WeightedMeter.laptopHertz : nil)
    right = left
    loudest = LoudestWindow(frames: Int(saturating: 0.05 * settings.sampleRate))
  }

  /// Lower corner frequency of a laptop loudspeaker, also assumed in `Docs/Monitors.md`.
  private static let laptopHertz = 300.0

  mutating func add(_ samples: UnsafeBufferPointer<Float>, isSilent: Bool) {
    if isSilent, left.isAtRest, right.isAtRest { return loudest.addSilence(samples.count / 2) }
    for frame in 0..<samples.count / 2 {
      loudest.add(left.next(Double(samples[2 * frame])), right.next(Double(samples[2 * frame + 1])))
    }
    left.settle()
    right.settle()
  }
}

/// A-weighting (``EarWeighting``), optionally after a second-order high-pass.
private struct EarFilter {
  private var one: FirstOrder, two: FirstOrder, three: FirstOrder, four: FirstOrder
  private var five: FirstOrder, six: FirstOrder
  private var loudspeaker: Biquad?

  init(sampleRate: SampleRate, lowestHertz: Double?) {
    func section(_ hertz: Double, isHigh: Bool) -> FirstOrder {
      FirstOrder(hertz: min(hertz, 0.45 * sampleRate), sampleRate: sampleRate, isHigh: isHigh)
    }
    (one, two) = (section(20.6, isHigh: true), section(20.6, isHigh: true))
    (three, four) = (section(107.7, isHigh: true), section(737.9, isHigh: true))
    (five, six) = (section(12_194, isHigh: false), section(12_194, isHigh: false))
    loudspeaker = lowestHertz.map { Biquad(.highPass, hertz: $0, sampleRate: sampleRate) }
  }

  var isAtRest: Bool {
    [one, two, three, four, five, six].allSatisfy { $0.isAtRest } && loudspeaker?.isAtRest ?? true
  }

  mutating func settle() {
    one.settle()
    two.settle()
    three.settle()
    four.settle()
    five.settle()
    six.settle()
    loudspeaker?.settle()
  }

  /// A-weighting is 0 dB at 1 kHz.
  private static let gain = 1.2589

  mutating func next(_ sample: Double) -> Double {
    let value = two.next(one.next(loudspeaker?.next(sample) ?? sample))
    return six.next(five.next(four.next(three.next(value)))) * EarFilter.gain
  }
}

private struct FirstOrder {
  private let b0: Double, b1: Double, a1: Double
  private var state = 0.0

  init(hertz: Double, sampleRate: SampleRate, isHigh: Bool) {
    let half = hertz / (2 * sampleRate)
    let k = sineOfTurns(half) / sineOfTurns(half + 0.25)
    b0 = isHigh ? 1 / (1 + k) : k / (1 + k)
    b1 = isHigh ? -b0 : b0
    a1 = (k - 1) / (k + 1)
  }

  mutating func next(_ x: Double) -> Double {
    let y = b0 * x + state
    state = b1 * x - a1 * y
    return y
  }

  var isAtRest: Bool { state == 0 }

  /// As ``Biquad/settle()``.
  mutating func settle() { if abs(state) < 1e-30 { state = 0 } }
}
