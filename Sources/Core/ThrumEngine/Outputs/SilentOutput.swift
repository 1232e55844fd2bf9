import ThrumDevice
import ThrumRender

/// A silent output in real time: the default output of an engine.
public final class SilentOutput: OutputDevice {
  private var paced: PacedRendering?
  private var format: OutputFormat?

  private let idleSeconds: Double

  /// Creates an output whose thread pauses after `idleSeconds` without playback.
  public init(idleSeconds: Double = idleOutputSeconds) { self.idleSeconds = idleSeconds }

  /// Accepts any request.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let period = request.periodFrames ?? 512
    let format = OutputFormat(
      name: "silent", sampleRate: request.sampleRate, periodFrames: period, bufferFrames: period)
    self.format = format
    return format
  }

  /// Starts keeping time.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let format else {
      throw OutputError(.failed, device: "silent", message: "the output was started before it was opened")
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleSeconds)
    try paced.start()
    self.paced = paced
  }

  /// Stops at once.
  public func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }
}

extension SilentOutput {
  /// The kind `silent`.
  public static let kind = OutputKind(
    "silent", summary: "silence, in real time", audience: .nobody,
    list: { [ListedDevice(name: "null", source: .builtIn, summary: "silence, in real time")] },
    make: { _ in SilentOutput() })
}
