import CoreHaptics
import Dispatch
import Testing
import ThrumEngine
import ThrumFeedback
import ThrumTesting

/// Closures that are written on the main actor and called elsewhere.
@MainActor @Suite(.haptics()) struct HandlerIsolationTests {
  private var phone: HapticEnvironment { .current }

  private var names: [String] {
    phone.timeline.entries.compactMap { entry in
      if case .trap(.isolatedHandler, let text) = entry.fact { String(text.prefix { $0 != " " }) } else { nil }
    }
  }

  private func pattern() throws -> CHHapticPattern {
    try CHHapticPattern(
      events: [CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0)], parameters: [])
  }

  /// A class as Swift 6 apps write it.
  @MainActor private final class Manager {
    let engine: CHHapticEngine
    var calls: [String] = []

    init(_ engine: CHHapticEngine) { self.engine = engine }

    func listen() throws {
      engine.stoppedHandler = { [weak self] _ in self?.calls.append("stopped") }
      engine.resetHandler = { [weak self] in self?.calls.append("reset") }
      engine.notifyWhenPlayersFinished { [weak self] _ in
        self?.calls.append("finished")
        return .leaveEngineRunning
      }
    }
  }

  // TRAP-2
  @Test func `each handler that is written on the main actor is noted with its name`() async throws {
    let manager = Manager(try CHHapticEngine())
    try manager.listen()
    try await manager.engine.start()
    let player = try manager.engine.makeAdvancedPlayer(with: pattern())
    player.completionHandler = { [weak manager] _ in manager?.calls.append("completion") }
    try player.start(atTime: 0)
    await phone.advance(by: 1)
    phone.apply(.resetServer)
    phone.apply(.suspendApp)
    await phone.advance(by: 1)
    #expect(Set(names) == ["finishedHandler", "completionHandler", "resetHandler"])
    phone.apply(.resumeApp)
    try await manager.engine.start()
    phone.apply(.suspendApp)
    await phone.advance(by: 1)
    #expect(names.last == "stoppedHandler")
    #expect(Set(manager.calls) == ["finished", "completion", "reset", "stopped"])
  }

  // TRAP-2
  @Test func `a handler that belongs to no actor is not noted`() async throws {
    let engine = try CHHapticEngine()
    engine.stoppedHandler = { @Sendable _ in }
    engine.resetHandler = { @Sendable in }
    try await engine.start()
    phone.apply(.resetServer)
    try await engine.start()
    phone.apply(.suspendApp)
    await phone.advance(by: 1)
    expectHandler(.stopped, reason: .applicationSuspended)
    #expect(names.isEmpty)
  }

  /// Overrides a handler and passes it on.
  private final class Listening: CHHapticEngine {
    nonisolated(unsafe) var count = 0
    override var stoppedHandler: StoppedHandler {
      get { { _ in } }
      set {
        count += 1
        super.stoppedHandler = newValue
      }
    }
  }

  @Test func `a subclass that overrides a handler receives it once`() async throws {
    let engine = try Listening()
    engine.stoppedHandler = { _ in }
    #expect(engine.count == 1)
    (engine as CHHapticEngine).stoppedHandler = { _ in }
    #expect(engine.count == 2)
    try await engine.start()
    phone.apply(.suspendApp)
    await phone.advance(by: 1)
    #expect(names == ["stoppedHandler"])
  }

  // TRAP-3
  @Test func `a call of UIKit off the main thread is noted`() async {
    SystemFeedback.noteThread(of: "UIFeedbackGenerator.prepare()")
    let phone = phone
    func traps() -> Int {
      phone.timeline.entries.count { if case .trap(.offMainThread, _) = $0.fact { true } else { false } }
    }
    phone.noteUse()
    #expect(traps() == 0)
    await Task.detached { SystemFeedback.noteThread(of: "UIFeedbackGenerator.prepare()", in: phone) }.value
    #expect(traps() == 1)
  }

  // TRAP-5
  @Test func `expectNoHitch finds what makes the main thread wait, and nothing in other tasks`() async throws {
    func start() throws -> CHHapticEngine {
      let engine = try CHHapticEngine()
      try engine.start()
      _ = try engine.makePlayer(with: pattern())
      return engine
    }
    let phone = phone
    await Task.detached {
      await phone.withScope {
        let engine = try? CHHapticEngine()
        try? await engine?.start()
      }
    }.value
    expectNoHitch()
    _ = try start()
    expectNoHitch(over: .milliseconds(50))
    withKnownIssue {
      expectNoHitch()
    } matching: { issue in
      issue.comments.first?.rawValue.contains("waits for 42 ms, in init, start, makePlayer") == true
    }
    #expect(phone.now == 0)
  }

  // TRAP-6
  @Test(arguments: ["sync", "barrier", "order", "group"])
  func `the main thread waits for what other queues do while it is blocked by them`(way: String) throws {
    let queue = DispatchQueue(label: "app.haptics")
    let phone = phone
    // The queue's work does not carry the test's environment.
    let start: @Sendable () -> Void = {
      phone.withScope {
        let engine = try? CHHapticEngine()
        try? engine?.start()
      }
    }
    switch way {
    case "sync": queue.sync { start() }
    case "barrier": queue.sync(flags: .barrier) { start() }
    case "order":
      queue.async { start() }
      queue.sync {}
    default:
      let group = DispatchGroup()
      queue.async(group: group) { start() }
      group.wait()
    }
    withKnownIssue {
      expectNoHitch()
    } matching: { issue in
      issue.comments.first?.rawValue.contains("waits for 40 ms, in init, start") == true
    }
  }

  // TRAP-3
  @Test func `UIKit in a block of sync runs on the main thread`() {
    phone.noteUse()
    DispatchQueue(label: "app.haptics").sync {
      SystemFeedback.noteThread(of: "UIFeedbackGenerator.prepare()", in: phone)
    }
    #expect(!phone.timeline.entries.contains { if case .trap = $0.fact { true } else { false } })
  }

  // SESSION-2
  @Test func `the audio session is the test's own, and its category decides about other audio`() async throws {
    let session = AVAudioSession.sharedInstance()
    #expect(session === AVAudioSession.sharedInstance())
    let other = HapticEnvironment.virtual().withScope { AVAudioSession.sharedInstance() }
    #expect(session !== other)
    phone.apply(.beginOtherAudio)
    session.settings { $0.category = "AVAudioSessionCategoryAmbient" }
    let engine = try CHHapticEngine(audioSession: session)
    try await engine.start()
    #expect(phone.isOtherAudioPlaying)
    session.settings { $0.category = "AVAudioSessionCategoryPlayback" }
    try await CHHapticEngine(audioSession: AVAudioSession()).stop()
    #expect(phone.isOtherAudioPlaying)
    try await CHHapticEngine(audioSession: session).start()
    #expect(!phone.isOtherAudioPlaying)
  }

  // SESSION-4
  @Test(.haptics(profile: .iPhone7)) func `an iPhone 7 plays feedback, but no engine can be created`() async {
    #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
    #expect(throws: CHHapticError.self) { try CHHapticEngine() }
    SystemFeedback.play(.impactLight)
    await phone.advance(by: 1)
    expectFeedback(.impactLight, times: 1)
    #expect(phone.samples().contains { $0 != 0 })
  }

  // SESSION-3
  @Test func `with System Haptics switched off, generators are silent and engines play on`() async throws {
    let engine = try CHHapticEngine()
    try await engine.start()
    phone.apply(.switchOffSystemHaptics)
    SystemFeedback.play(.impactMedium)
    try engine.makePlayer(with: pattern()).start(atTime: 0)
    await phone.advance(by: 1)
    expectFeedback(times: 0)
    expectEvents(exactly: 1)
    phone.apply(.switchOnSystemHaptics)
    SystemFeedback.play(.impactMedium)
    expectFeedback(.impactMedium, times: 1)
  }

  // CALL-20
  @Test func `a phone's failure to make a player without events has no Core Haptics code`() async throws {
    let engine = try CHHapticEngine()
    let error = #expect(throws: (any Error).self) {
      try engine.makePlayer(with: CHHapticPattern(events: [], parameters: []))
    }
    #expect((error as NSError?)?.domain == "Foundation._GenericObjCError")
    expectError(.invalidPatternData, times: 1)
  }
}
