import ThrumDevice
import ThrumRender

/// An output that keeps time and makes no sound: what an engine gets when nobody says otherwise.
///
/// - Thread: the device's queue.
public final class SilentOutput: OutputDevice {
  private var paced: PacedRendering?
  private var format: OutputFormat?

  private let idleSeconds: Double

  /// Makes an output; any number may exist. Its thread sleeps after `idleSeconds` in which nothing plays.
  public init(idleSeconds: Double = idleOutputSeconds) { self.idleSeconds = idleSeconds }

  /// Agrees to everything.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let period = request.periodFrames ?? 512
    let format = OutputFormat(
      name: "silent", sampleRate: request.sampleRate, periodFrames: period, bufferFrames: period)
    self.format = format
    return format
  }

  /// Begins to keep time.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let format else {
      throw OutputError(.failed, device: "silent", message: "the output was started before it was opened")
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleSeconds)
    try paced.start()
    self.paced = paced
  }

  /// Ends at once.
  public func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }
}

extension SilentOutput {
  /// `silent`.
  public static let kind = OutputKind(
    "silent", summary: "silence that keeps time", audience: .nobody,
    list: { [ListedDevice(name: "null", source: .builtIn, summary: "silence that keeps time")] }
  ) { _ in SilentOutput() }
}
