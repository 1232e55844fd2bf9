import ThrumDevice
import ThrumPattern

/// An output for motors driven by levels: a vibrator, or the motors of a game pad.
package final class LevelOutput: OutputDevice {
  private let device: String
  private let check: () throws(OutputError) -> MotorLayout
  private let connect: @Sendable () throws(OutputError) -> any MessageDevice<RumbleLevels>
  private let loss = MessageLoss()
  private var opened: (format: OutputFormat, motors: MotorLayout)?
  private var paced: PacedRendering?

  /// - Parameters:
  ///   - check: returns the motors if the device exists.
  ///   - connect: called on the driver's thread. Releasing the device stops it.
  package init(
    _ device: String, check: @escaping () throws(OutputError) -> MotorLayout,
    connect: @escaping @Sendable () throws(OutputError) -> any MessageDevice<RumbleLevels>
  ) {
    self.device = device
    self.check = check
    self.connect = connect
  }

  package func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let motors = try check()
    let format = OutputFormat(
      name: device, sampleRate: request.sampleRate, periodFrames: quantumFrames, bufferFrames: quantumFrames)
    opened = (format, motors)
    return format
  }

  package func start(_ feed: RenderFeed) throws(OutputError) {
    guard let (format, motors) = opened else {
      throw OutputError(.failed, device: device, message: "the output was started before it was opened")
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleOutputSeconds)
    let (connect, loss, thread) = (connect, loss, "thrum-\(device.prefix { $0 != ":" })")
    try paced.start {
      let sink = LevelSink(thread, RumbleMaker(motors, sampleRate: format.sampleRate), loss, connect)
      return { left, right, frames in sink.take(left, right, frames) }
    }
    self.paced = paced
  }

  package func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }

  package var problem: OutputError? { loss.error }
}

/// Drives the motors, and stops them when released.
private final class LevelSink {
  private static let stopSeconds = 0.1

  private let driver: MessageDriver<RumbleLevels>
  private var maker: RumbleMaker

  init(
    _ thread: String, _ maker: RumbleMaker, _ loss: MessageLoss,
    _ connect: @escaping @Sendable () throws(OutputError) -> any MessageDevice<RumbleLevels>
  ) {
    self.maker = maker
    driver = MessageDriver(thread, rest: .none, loss, open: connect)
  }

  deinit { driver.stop(within: LevelSink.stopSeconds) }

  func take(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int) {
    if let levels = maker.add(left, right, frames) { driver.set(levels) }
  }
}

/// Splits an acceleration between two motors, or converts it to the level of one motor.
///
/// A single motor feels as strong as the actuator (``FeltStrength``).
struct MotorSplit {
  /// Energies below and above the crossover or, for one motor, of acceleration and velocity.
  struct Energy {
    var first = 0.0, second = 0.0
    static func + (a: Energy, b: Energy) -> Energy { Energy(first: a.first + b.first, second: a.second + b.second) }
  }

  private enum Filters {
    /// A fourth-order Linkwitz-Riley crossover, after a shelf that raises the lows, which the phone plays weakly.
    case crossover(shelf: Biquad, low: (Biquad, Biquad), high: (Biquad, Biquad))
    /// An integrator that leaks below 10 Hz.
    case velocity(share: Double, value: Double)
  }

  private static let fullScaleG = RenderSettings().fullScaleG

  private var filters: Filters

  init(_ motors: MotorLayout, sampleRate: SampleRate) {
    switch motors {
    case .one:
      filters = .velocity(share: 2 * .pi * FeltStrength.meeting / sampleRate, value: 0)
    case .two(let profile):
      let crossover = min(profile.crossoverHertz, 0.49 * sampleRate)
      let (below, above) = (
        Biquad(.lowPass, hertz: crossover, sampleRate: sampleRate),
        Biquad(.highPass, hertz: crossover, sampleRate: sampleRate)
      )
      filters = .crossover(
        shelf: Biquad(.lowShelf(gain: gain(decibels: 15)), hertz: 62.3, sampleRate: sampleRate), low: (below, below),
        high: (above, above))
    }
  }

  mutating func energy(of sample: Double) -> Energy {
    switch filters {
    case .velocity(let share, var value):
      value += share * (sample - value * (10 / FeltStrength.meeting))
      filters = .velocity(share: share, value: value)
      return Energy(first: sample * sample, second: value * value)
    case .crossover(var shelf, var low, var high):
      let sample = shelf.next(sample)
      let (below, above) = (low.1.next(low.0.next(sample)), high.1.next(high.0.next(sample)))
      filters = .crossover(shelf: shelf, low: low, high: high)
      return Energy(first: below * below, second: above * above)
    }
  }

  /// Amplitude relative to a full-intensity buzz.
  func amplitude(_ energy: Energy, frames: Int) -> Double {
    func peak(_ energy: Double) -> Double { (energy / Double(frames) * 2).squareRoot() }
    switch filters {
    case .crossover: return peak(energy.first + energy.second) / RumbleMaker.full
    case .velocity:
      func level(_ peak: Double) -> Double {
        decibels(max(peak, 1e-12) * MotorSplit.fullScaleG / FeltStrength.thresholdG)
      }
      let felt = FeltStrength.blended(
        overThreshold: level(peak(energy.first)), overVelocity: level(peak(energy.second)))
      return gain(decibels: felt - level(RumbleMaker.full))
    }
  }

  func share(_ energy: Energy) -> Double {
    switch filters {
    case .velocity: 1
    case .crossover: energy.first + energy.second > 0 ? energy.first / (energy.first + energy.second) : 0
    }
  }
}
