import CoreHaptics
import Foundation
import Synchronization
import Testing
import ThrumEngine

/// The engine and its players under Apple's names.
@Suite struct CHEngineTests {
  private let environment = HapticEnvironment.virtual()

  private func buzz(_ seconds: Double = 1) throws -> CHHapticPattern {
    try CHHapticPattern(
      events: [CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: seconds)],
      parameters: [])
  }

  @Test func `every initialiser creates an engine with Apple's defaults`() throws {
    try environment.withScope {
      for engine in [
        try CHHapticEngine(), try CHHapticEngine(audioSession: nil),
        try CHHapticEngine(audioSession: .sharedInstance()),
      ] {
        #expect(!engine.playsHapticsOnly && !engine.playsAudioOnly)
        #expect(!engine.isMutedForAudio && !engine.isMutedForHaptics && !engine.isAutoShutdownEnabled)
        #expect(engine.currentTime > 0)
        engine.playsHapticsOnly = true
        engine.isAutoShutdownEnabled = true
        #expect(engine.playsHapticsOnly && engine.isAutoShutdownEnabled)
      }
      #expect(CHHapticEngine.capabilitiesForHardware().supportsHaptics)
    }
    HapticEnvironment.virtual(profile: .noHaptics).withScope {
      #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
      #expect(throws: CHHapticError.self) { try CHHapticEngine() }
    }
  }

  @Test func `a start is synchronous, a stop calls its completion, and handlers run off the main thread`() throws {
    let heard = Mutex<[String]>([])
    try environment.withScope {
      let engine = try CHHapticEngine()
      engine.stoppedHandler = { reason in heard.withLock { $0.append("stopped \(reason.rawValue)") } }
      engine.resetHandler = { heard.withLock { $0.append("reset \(Thread.isMainThread)") } }
      try engine.start()
      let player = try engine.makePlayer(with: buzz())
      try player.start(atTime: 0)
      environment.apply(.suspendApp)
      environment.apply(.resetServer)
      #expect(throws: CHHapticError.self) { try player.start(atTime: 0) }
      engine.stop { error in heard.withLock { $0.append("done \(error == nil)") } }
      environment.advance(by: 0)
      #expect(heard.withLock { $0 } == ["stopped 2", "reset false", "done true"])
    }
  }

  @Test func `an engine's start and stop can be awaited`() async throws {
    try await environment.withScope {
      let engine = try CHHapticEngine()
      try await engine.start()
      let player = try engine.makePlayer(with: buzz())
      try player.start(atTime: CHHapticTimeImmediate)
      try await engine.stop()
      #expect(throws: CHHapticError.self) { try player.start(atTime: 0) }
    }
  }

  @Test func `an awaited stop throws an injected failure`() async throws {
    try await environment.withScope {
      let engine = try CHHapticEngine()
      try await engine.start()
      environment.apply(.fail(.stop, code: .memoryError, times: 1))
      await #expect(throws: CHHapticError.self) { try await engine.stop() }
    }
  }

  @Test func `playPattern records a failed call if the pattern cannot be read`() throws {
    try environment.withScope {
      let engine = try CHHapticEngine()
      try engine.start()
      #expect(throws: CHHapticError.self) { try engine.playPattern(from: URL(fileURLWithPath: "/none.ahap")) }
      #expect(throws: CHHapticError.self) { try engine.playPattern(from: Data("{".utf8)) }
      let errors = environment.timeline.entries.compactMap { entry -> EngineError.Code? in
        if case .call(.playPattern, _, let error) = entry.fact { error } else { nil }
      }
      #expect(errors == [.fileNotFound, .invalidPatternData])
    }
  }

  @Test func `an advanced player has Apple's defaults and completes`() throws {
    try environment.withScope {
      let engine = try CHHapticEngine()
      try engine.start()
      let player: CHHapticAdvancedPatternPlayer? = try engine.makeAdvancedPlayer(with: buzz(0.5))
      #expect(player?.loopEnabled == false && player?.playbackRate == 1 && player?.isMuted == false)
      #expect(player?.loopEnd == 0.5)
      let ends = Mutex(0)
      player?.completionHandler = { error in if error == nil { ends.withLock { $0 += 1 } } }
      player?.loopEnabled = true
      try player?.start(atTime: engine.currentTime + 0.1)
      environment.advance(by: 10)
      #expect(ends.withLock { $0 } == 0)
      player?.loopEnabled = false
      environment.advance(by: 1)
      #expect(ends.withLock { $0 } == 1)
      try player?.seek(toOffset: 0.25)
      try player?.start(atTime: 0)
      try player?.pause(atTime: 0)
      try player?.resume(atTime: 0)
      try player?.sendParameters(
        [.init(parameterID: .hapticIntensityControl, value: 0.5, relativeTime: 0)], atTime: 0)
      try player?.scheduleParameterCurve(
        CHHapticParameterCurve(
          parameterID: .hapticSharpnessControl, controlPoints: [.init(relativeTime: 0.1, value: 0.5)], relativeTime: 0),
        atTime: 0)
      try player?.cancel()
      environment.advance(by: 1)
      #expect(ends.withLock { $0 } == 2)
    }
  }

  @Test func `the finished handler stops the engine by returning stopEngine`() throws {
    try environment.withScope {
      let engine = try CHHapticEngine()
      let reasons = Mutex<[CHHapticEngine.StoppedReason]>([])
      engine.stoppedHandler = { reason in reasons.withLock { $0.append(reason) } }
      try engine.start()
      try engine.makePlayer(with: buzz(0.2)).start(atTime: 0)
      engine.notifyWhenPlayersFinished { _ in .stopEngine }
      environment.advance(by: 1)
      #expect(reasons.withLock { $0 } == [.notifyWhenFinished])
    }
  }

  @Test func `starting a player whose engine has been released throws an error`() throws {
    try environment.withScope {
      var engine: CHHapticEngine? = try CHHapticEngine()
      try engine?.start()
      let player = try engine?.makePlayer(with: buzz())
      engine = nil
      #expect(throws: CHHapticError.self) { try player?.start(atTime: 0) }
    }
  }

  @Test func `a released player plays to its end`() throws {
    try environment.withScope {
      let engine = try CHHapticEngine()
      try engine.start()
      try engine.makePlayer(with: buzz(1)).start(atTime: 0)
      environment.advance(by: 2)
      #expect(environment.timeline.description.contains("finished at frame 48000"))
    }
  }

  @Test func `a parameter's attributes contain its range and default value`() throws {
    let capability = CHHapticEngine.capabilitiesForHardware()
    let intensity = try capability.attributes(forEventParameter: .hapticIntensity, eventType: .hapticTransient)
    #expect(intensity.minValue == 0 && intensity.maxValue == 1 && intensity.defaultValue == 0.75)
    let control = try capability.attributes(forDynamicParameter: .audioPanControl)
    #expect(control.minValue == -1 && control.defaultValue == 0)
    #expect(throws: CHHapticError.self) { try capability.attributes(forDynamicParameter: .init(rawValue: "x")) }
  }
}
