import CRealtime
import Foundation
import HapticEngine
import HapticPattern
import HapticRender
import Testing

/// What `make sanitize` runs under RealtimeSanitizer: a live output, whose thread marks its real-time region. Without
/// the sanitizer these tests check the same outputs without the marks.
@Suite struct SanitizerTests {
  /// Set by `make sanitize` for the run that must die.
  static var wantsPlantedAllocation: Bool { ProcessInfo.processInfo.environment["THRUM_PLANT"] != nil }

  @Test func `a live silent engine plays a busy pattern inside its real-time region`() async throws {
    let engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: .realTime())
    try await engine.start()
    var options = HapticEngine.PlayerOptions()
    options.soundFailed = { _ in }
    let player = try await engine.makePlayer(InterposerTests.busyPattern(seconds: 0.3), options: options)
    try await engine.start([player])
    #expect(await engine.untilFinished(player) == nil)
    await engine.stop()
    #expect(await engine.isRunning == false)
  }

  @Test(.enabled(if: SanitizerTests.wantsPlantedAllocation, "only where it is expected to end the process"))
  func `a planted allocation in the region ends the process`() {
    thrum_realtime_enter()
    let planted = [Int](repeating: 1, count: 4096)
    thrum_realtime_exit()
    #expect(planted.count == 4096)
  }
}
