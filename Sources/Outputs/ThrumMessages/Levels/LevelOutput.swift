import ThrumDevice

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
