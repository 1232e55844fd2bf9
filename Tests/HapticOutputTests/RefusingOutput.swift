import HapticRender

@testable import HapticOutput

/// A device that refuses as libasound would.
final class RefusingOutput: OutputDevice {
  let code: Int
  let step: String

  /// - Parameter code: a negative errno.
  init(_ code: Int, step: String) {
    self.code = code
    self.step = step
  }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    throw OutputError(alsa: code, device: "fake", step: step)
  }

  func start(_ feed: RenderFeed) throws(OutputError) {}
  func stop() -> Bool { true }
}
