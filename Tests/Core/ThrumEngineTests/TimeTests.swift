import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

/// Virtual time, which moves only when a test advances it.
@Suite struct TimeTests {
  // TIME-1
  @Test func `virtual time moves only when advanced and stops exactly at its target`() throws {
    let environment = HapticEnvironment.virtual()
    #expect(environment.now == 0)
    environment.advance(by: 1.5)
    environment.advance(to: 1)
    #expect(environment.now == 1.5, "the past is now")
    environment.advance(to: 4)
    #expect(environment.now == 4)
  }

  // TIME-2
  @Test func `work runs in chronological order, and work due at the same time runs in the order scheduled`() throws {
    func run() throws -> String {
      let environment = HapticEnvironment.virtual()
      let first = try EngineRig(environment: environment)
      let second = try EngineRig(environment: environment)
      for rig in [first, second] {
        rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
        try rig.start()
        try rig.play(try rig.player(.taps(0, 0.3, 0.6)), after: 0.25)
        try rig.play(try rig.player(.buzz(1)))
      }
      environment.schedule(.interruptAudio, after: 0.5)
      environment.schedule(.endInterruption, after: 0.5)
      environment.advance(by: 200)
      return environment.timeline.json()
    }
    let once = try run()
    #expect(try run() == once)
    #expect(once.contains("thrum.timeline/1"))
    // At one instant, work runs in the order of scheduling, whatever other times were scheduled in between.
    let rig = try EngineRig()
    try rig.start()
    rig.environment.schedule(.resumeApp, after: 2)
    rig.environment.schedule(.interruptAudio, after: 1)
    rig.environment.schedule(.endInterruption, after: 1)
    rig.environment.schedule(.suspendApp, after: 1)
    rig.pass(3)
    let faults = rig.environment.timeline.entries.compactMap { entry -> String? in
      if case .fault(let name) = entry.fact { "\(TimelineText.number(entry.time)) \(name)" } else { nil }
    }
    let asked: [(Int, Fault)] = [(1, .interruptAudio), (1, .endInterruption), (1, .suspendApp), (2, .resumeApp)]
    #expect(faults == asked.map { "\($0.0) \($0.1.description)" })
  }

  @Test func `in an hour with one playback per second, every playback completes`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    let player = try rig.player(.taps(0, 0.1, 0.2))
    for _ in 0..<3600 {
      try rig.play(player)
      rig.pass(1)
    }
    #expect(rig.told.count == 3600)
  }

  // TIME-4
  @Test func `a handler that triggers itself endlessly is stopped and reported`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.engine.withEngine { engine in
      engine.setResetHandler { rig.environment.apply(.resetServer) }
    }
    rig.environment.apply(.resetServer)
    rig.pass(1)
    #expect(rig.environment.problems.count == 1)
    #expect(rig.environment.problems.first?.contains("time does not advance") == true)
  }

  // TIME-5
  @Test func `advancing time from a handler is reported and ignored`() throws {
    let rig = try EngineRig()
    try rig.start()
    rig.engine.withEngine { engine in engine.setResetHandler { rig.environment.advance(by: 1) } }
    rig.environment.apply(.resetServer)
    rig.pass(1)
    #expect(rig.environment.now == 1)
    #expect(rig.environment.problems.first?.contains("from a handler") == true)
  }

  // TIME-6
  @Test(arguments: [-1.0, .nan, .infinity]) func `a negative or non-finite advance is reported and does not move time`(
    _ seconds: Double
  ) {
    let environment = HapticEnvironment.virtual()
    environment.advance(by: seconds)
    #expect(environment.now == 0)
    #expect(environment.problems.count == 1)
  }

  // TIME-7
  @Test func `runUntilIdle returns once all finite work has ended`() throws {
    let rig = try EngineRig()
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try rig.start()
    let looping = try rig.player(.taps(0, 1))
    try rig.play(try rig.player(.buzz(2)))
    rig.environment.runUntilIdle()
    #expect(
      rig.told.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == ["done 2", "stopped idleTimeout"])
    try looping.setLoops(true)
    try looping.start()
    rig.environment.runUntilIdle()
    #expect(looping.isActive)
    #expect(rig.environment.problems == [])
  }

  /// Busy for a while: a caller that does not wait finishes long before.
  private static func keepBusy() {
    var renderer = OfflineRenderer(
      [ScheduleCompiler(sampleRate: 48_000).compile(.buzz(25))], settings: RenderSettings())
    while renderer.renderNext({ _ in }) {}
  }

  // TIME-8
  @Test func `settle waits for work that handlers start on the main queue and in tasks`()
    async throws
  {
    let rig = try EngineRig()
    try rig.start()
    rig.engine.withEngine { engine in
      engine.setStoppedHandler { reason in
        rig.hear("stopped \(reason.name)")
        DispatchQueue.main.async {
          TimeTests.keepBusy()
          rig.environment.apply(.resumeApp)
          Task { @MainActor in
            rig.engine.start { error in rig.hear("started \(error?.code.name ?? "")") }
          }
        }
      }
    }
    rig.environment.apply(.suspendApp)
    await rig.environment.settle()
    #expect(rig.isRunning)
    #expect(rig.told == ["0 stopped applicationSuspended", "0 started "])
    #expect(rig.environment.now == 0)
  }

  // TIME-9
  @Test func `an awaited advance runs follow-up work at the time of the event that caused it`() async throws {
    let rig = try EngineRig()
    try rig.start()
    rig.engine.withEngine { engine in
      engine.setStoppedHandler { _ in
        Task { @MainActor in
          rig.environment.apply(.resumeApp)
          do throws(EngineError) { try rig.start() } catch { rig.hear("failed") }
          rig.hear("again")
        }
      }
    }
    rig.environment.schedule(.suspendApp, after: 2)
    await rig.environment.advance(by: 10)
    #expect(rig.told == ["2 again"])
    #expect(rig.environment.now == 10)
  }

  // TIME-10
  @Test func `tasks find their own environment, even in parallel`() async throws {
    await withTaskGroup(of: Void.self) { group in
      for index in 1...20 {
        group.addTask {
          let environment = HapticEnvironment.virtual()
          await environment.withScope {
            for _ in 0..<index {
              await Task {
                #expect(HapticEnvironment.current === environment)
                #expect(throws: Never.self) { try HapticEngine() }
              }.value
            }
          }
          #expect(environment.engineCount == index)
        }
      }
    }
  }

  // TIME-11
  @Test func `samples rendered from the log are identical each time and in any range`() throws {
    let rig = try EngineRig()
    rig.pass(0.1)
    try rig.start()
    let player = try rig.player(.buzz(0.5))
    try rig.play(player, after: 0.05)
    rig.pass(0.2)
    try player.send([DynamicParameter(.hapticIntensityControl, value: 0.3, time: 0.01)])
    try player.setRate(1.5)
    player.isMuted = true
    rig.pass(0.1)
    player.isMuted = false
    rig.pass(1)
    rig.stop()
    rig.pass(0.1)
    let whole = rig.engine.withEngine { $0.samples() }
    #expect(rig.engine.withEngine { $0.samples() } == whole)
    let piece = rig.engine.withEngine { $0.samples(0.15...0.35) }
    #expect(piece == Array(whole[(2 * 7200)..<(2 * 16_800)]))
    #expect((piece.map(abs).max() ?? 0) > 0.05)
  }

  // TIME-12
  @Test(arguments: [false, true]) func `concurrent advances add up`(isAwaited: Bool) async throws {
    for _ in 0..<20 {
      let rig = try EngineRig()
      try rig.start()
      let looping = try rig.player(.taps(0, 0.4))
      try looping.setLoops(true)
      try looping.start()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<16 {
          group.addTask {
            if isAwaited { await rig.environment.advance(by: 1) } else { TimeTests.pass(1, rig.environment) }
          }
        }
      }
      #expect(rig.environment.now == 16)
      #expect(rig.environment.problems == [])
    }
  }

  /// Calls the variant without `await`, which overload resolution would not choose in a task.
  private static func pass(_ seconds: Double, _ environment: HapticEnvironment) { environment.advance(by: seconds) }
}
