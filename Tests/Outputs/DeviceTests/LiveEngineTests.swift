import CLinux
import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// A live output with a marked real-time region; `make sanitize` runs it under RealtimeSanitizer. Real time,
/// because the thread renders by the system's clock.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct LiveEngineTests {
  /// Set by `make sanitize` for the run that must crash.
  static var wantsPlantedAllocation: Bool { ProcessInfo.processInfo.environment["THRUM_PLANT"] != nil }

  /// All four event types, with curves and parameters on every control.
  private static let busyPattern: Pattern = {
    var entries: [PatternEntry] = []
    for index in 0..<12 {
      let event = Event(
        type: EventType.allCases[index % 4], time: Double(index) / 40, duration: index % 4 == 0 ? nil : 0.3,
        waveformPath: "noise", parameters: [EventParameter(.hapticIntensity, Double(index) / 12)])
      entries.append(.event(event))
    }
    for id in DynamicParameterID.allCases {
      let points = (0..<16).map { ControlPoint(time: Double($0) * 0.02, value: Double($0 % 3) / 4) }
      entries.append(.curve(ParameterCurve(id, time: 0, points: points)))
      entries.append(.parameter(DynamicParameter(id, value: 0.5, time: 0.2)))
    }
    return Pattern(entries: entries)
  }()

  @Test func `a live engine with silent output plays a busy pattern inside its real-time region`() async throws {
    let engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: .realTime())
    try await engine.start()
    var options = PlayerOptions()
    options.soundFailed = { _ in }
    let player = try await engine.makePlayer(LiveEngineTests.busyPattern, options: options)
    try await engine.start([player])
    #expect(await player.untilFinished() == nil)
    try await engine.stop()
    #expect(await engine.isRunning == false)
  }

  @Test(
    .enabled(if: LiveEngineTests.wantsPlantedAllocation, "`make sanitize` plants it, and expects it to end the process")
  )
  func `a planted allocation in the real-time region ends the process`() {
    thrum_realtime_enter()
    let planted = [Int](repeating: 1, count: 4096)
    thrum_realtime_exit()
    #expect(planted.count == 4096)
  }
}
