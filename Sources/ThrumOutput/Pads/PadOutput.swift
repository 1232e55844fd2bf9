import Synchronization
import ThrumDevice
import ThrumRender

/// An output to the two motors of a game pad: `pad`, `pad:1`.
///
/// - Thread: the engine's device queue.
public final class PadOutput: OutputDevice {
  private let index: Int?
  private let profile: RumbleProfile
  private var paced: PacedRendering?
  private var format: OutputFormat?
  private let loss = PadLoss()

  /// An output to a pad, counted from 0; to the first that has motors when `nil`.
  public init(index: Int? = nil, profile: RumbleProfile = .usual) {
    self.index = index
    self.profile = profile
  }

  /// Looks for the pad.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    // The pad is opened on the thread that drives it; here it is only found.
    _ = try GamePad(index)
    let format = OutputFormat(
      name: index.map { "pad:\($0)" } ?? "pad", sampleRate: request.sampleRate, periodFrames: quantumFrames,
      bufferFrames: quantumFrames)
    self.format = format
    return format
  }

  /// Begins to drive the motors.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let format else {
      throw OutputError(.failed, device: "pad", message: "the output was started before it was opened")
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleOutputSeconds)
    let (index, profile, loss) = (index, profile, loss)
    try paced.start {
      let sink = PadSink(index, profile, format.sampleRate, loss)
      return { left, right, frames in sink.take(left, right, frames) }
    }
    self.paced = paced
  }

  /// Stops the motors.
  public func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }

  /// A pad that went away.
  public var problem: OutputError? {
    loss.hasHappened
      ? OutputError(.noDevice, device: format?.name ?? "pad", message: "the game pad was disconnected") : nil
  }
}

/// Whether the pad went away while it was driven.
private final class PadLoss: Sendable {
  private let flag = Atomic<Bool>(false)
  var hasHappened: Bool { flag.load(ordering: .acquiring) }
  func happen() { flag.store(true, ordering: .releasing) }
}

/// The driving side; lives on the paced thread, and stops the motors with it.
private final class PadSink {
  /// The motors stop this long after the last word, ms.
  private static let patience: UInt32 = 250

  private var pad: GamePad?
  private var maker: RumbleMaker
  private var isMoving = false
  private let loss: PadLoss

  init(_ index: Int?, _ profile: RumbleProfile, _ sampleRate: SampleRate, _ loss: PadLoss) {
    self.loss = loss
    maker = RumbleMaker(profile, sampleRate: sampleRate)
    pad = try? GamePad(index)
    if pad == nil { loss.happen() }
  }

  func take(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int) {
    guard let levels = maker.add(left, right, frames), let pad, levels != .none || isMoving else { return }
    isMoving = levels != .none
    if !pad.rumble(levels, milliseconds: PadSink.patience) {
      loss.happen()
      self.pad = nil
    }
  }
}

extension PadOutput {
  /// `pad`, `pad:N`.
  public static let kind = OutputKind(
    "pad", argument: .optional("N"), summary: "the motors of a game pad, through SDL 2"
  ) {
    PadOutput(index: Int($0))
  }
}
