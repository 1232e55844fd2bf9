import Synchronization
import ThrumDevice
import ThrumRender

@testable import ThrumEngine
@testable import ThrumOutput

/// A device that refuses to open as libasound would.
final class RefusingOutput: OutputDevice {
  let code: Int
  let step: String

  /// - Parameter code: A negative errno.
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

/// Starts an engine in an environment that opens devices. Returns its error.
func start(_ engine: HapticEngine) -> EngineError? {
  let told = Mutex<EngineError?>(nil)
  engine.start { error in told.withLock { $0 = error } }
  engine.environment.advance(by: 3)
  return told.withLock { $0 }
}
