import Glibc
import Testing
import ThrumDevice
import ThrumRender

@testable import ThrumEngine
@testable import ThrumOutput

/// Failures to open a fake device. Each is reported in one line, and the engine stays stopped.
@Suite struct OpeningTests {
  @Test(arguments: [
    (ENOENT, "open", OutputError.Reason.noDevice), (ENODEV, "open", .noDevice), (EBUSY, "open", .busy),
    (EACCES, "open", .notPermitted), (EPERM, "open", .notPermitted), (ECONNREFUSED, "open", .noServer),
    (EHOSTDOWN, "open", .noServer), (ETIMEDOUT, "open", .timeout),
    (EINVAL, "float, 32-, 24- or 16-bit samples", .unsupported), (EINVAL, "8 channels", .unsupported),
    (EIO, "prepare", .failed),
  ]) func `a failure to open is reported on one line with its cause, and the engine stays stopped`(
    _ code: Int32, _ step: String, _ reason: OutputError.Reason
  ) throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let engine = try HapticEngine(EngineConfiguration { RefusingOutput(-Int(code), step: step) }, in: environment)
    let error = start(engine)
    #expect(error?.output?.reason == reason)
    #expect(error?.message.contains("“fake”") == true)
    #expect(error?.message.contains("\n") == false)
    if reason == .unsupported { #expect(error?.message.contains(step) == true) }
    #expect(engine.withEngine { !$0.isRunning })
    // The start can be retried.
    #expect(start(engine) != nil)
  }
}
