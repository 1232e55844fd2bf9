import CPads
import Synchronization
import ThrumDevice
import ThrumMessages

/// An output for a game pad's two motors: `pad`, `pad:1`.
public final class PadOutput: OutputDevice {
  /// Requested number; empty for the first pad.
  private let pad: String
  private let profile: RumbleProfile
  private var paced: PacedRendering?
  private var format: OutputFormat?
  private let loss = MessageLoss()

  /// Creates an output for the pad with an index from 0, or for the first pad with motors.
  public convenience init(index: Int? = nil, profile: RumbleProfile = .usual) {
    self.init(pad: index.map { "\($0)" } ?? "", profile: profile)
  }

  fileprivate init(pad: String, profile: RumbleProfile) {
    self.pad = pad
    self.profile = profile
  }

  /// Checks that the pad exists.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    // The driver opens the pad on its own thread.
    _ = try GamePad.find(pad)
    let format = OutputFormat(
      name: pad.isEmpty ? "pad" : "pad:\(pad)", sampleRate: request.sampleRate, periodFrames: quantumFrames,
      bufferFrames: quantumFrames)
    self.format = format
    return format
  }

  /// Starts driving the motors.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let format else {
      throw OutputError(.failed, device: "pad", message: "the output was started before it was opened")
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleOutputSeconds)
    let (pad, profile, loss) = (pad, profile, loss)
    try paced.start {
      let sink = PadSink(pad, profile, format.sampleRate, loss)
      return { left, right, frames in sink.take(left, right, frames) }
    }
    self.paced = paced
  }

  /// Stops the motors.
  public func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }

  /// The error of a pad that failed to open, refused a level or was disconnected.
  public var problem: OutputError? { loss.error }
}

/// Drives the motors from the paced thread, and stops them when released.
private final class PadSink {
  /// Maximum time that a stop waits for the driver, s.
  private static let stopSeconds = 0.1

  private let driver: MessageDriver<RumbleLevels>
  private var maker: RumbleMaker

  init(_ name: String, _ profile: RumbleProfile, _ sampleRate: SampleRate, _ loss: MessageLoss) {
    maker = RumbleMaker(profile, sampleRate: sampleRate)
    driver = MessageDriver("thrum-pad", rest: .none, loss) { () throws(OutputError) in try GamePad(name) }
  }

  deinit { driver.stop(within: PadSink.stopSeconds) }

  func take(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int) {
    if let levels = maker.add(left, right, frames) { driver.set(levels) }
  }
}

extension PadOutput {
  /// `pad`, `pad:N`.
  public static let kind = OutputKind(
    "pad", argument: .optional("N"), summary: "a game pad's motors, through SDL 2", audience: .hand,
    list: { GamePad.all.filter(\.hasRumble).map(\.listed) },
    obstacle: { thrum_sdl_load().map { "No game pads: \(String(cString: $0))" } }
  ) {
    PadOutput(pad: $0, profile: .usual)
  }
}
