import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern
import ThrumRender

@testable import ThrumEngine

/// The engine over a device that is slow, hangs, refuses or stalls: every deadline, in virtual time.
@Suite struct DeviceDeadlineTests {
  // REAL-1
  @Test func `no call waits for a device that hangs while opening, and a stop completes after 0.3 s`() throws {
    let rig = try CardRig(.init(openSeconds: 5))
    rig.start()
    rig.pass(0.5)
    #expect(rig.state == .starting)
    let player = try rig.player(.tap)
    let refusal = #expect(throws: EngineError.self) { try player.start() }
    #expect(refusal?.code == .engineNotRunning)
    rig.stop()
    rig.pass(0.5)
    #expect(rig.told == ["0.5 start engineNotRunning", "0.8 stop ok"])
    #expect(rig.state == .stopped)
  }

  // REAL-2
  @Test func `a device that never opens fails the start with engineStartTimeout after 2 s`() throws {
    let rig = try CardRig(.init(openSeconds: 1000))
    rig.start()
    rig.pass(1.999)
    #expect(rig.told == [])
    rig.pass(0.5)
    #expect(rig.told == ["2 start engineStartTimeout"])
    #expect(rig.state == .stopped)
  }

  // REAL-3
  @Test func `a start waits for a device that opens within 2 s`() throws {
    let rig = try CardRig(.init(openSeconds: 1.9))
    rig.start()
    rig.pass(3)
    #expect(rig.told == ["1.9 start ok"])
    #expect(rig.state == .running)
  }

  // REAL-4
  @Test func `a stop does not wait for a device that hangs while closing, but the next start does`() throws {
    let rig = try CardRig(.init(closeSeconds: 1.5))
    rig.start()
    rig.pass(0.1)
    let player = try rig.player(.buzz(60))
    try player.start()
    rig.pass(0.1)
    rig.stop()
    rig.pass(0.6)
    #expect(rig.told.suffix(2).map { $0.split(separator: " ")[1...].joined(separator: " ") } == ["done ok", "stop ok"])
    #expect(rig.state == .stopped)
    rig.start()
    rig.pass(0.1)
    #expect(rig.state == .starting)
    rig.pass(1)
    #expect(rig.told.last?.hasSuffix("start ok") == true)
    #expect(rig.card.facts.collisions == 0)
  }

  // REAL-13
  @Test func `a start that waits for the previous device to close fails after 2 s and has no effect later`()
    throws
  {
    let rig = try CardRig(.init(closeSeconds: 5, closingSeconds: 30))
    rig.start()
    rig.pass(1)
    rig.stop()
    rig.pass(0.2)
    #expect(rig.state == .stopping)
    rig.start()
    rig.pass(10)
    #expect(rig.told.count == 3)
    #expect(rig.told[1] == "3.2 start engineStartTimeout")
    #expect(rig.told[2].hasSuffix("stop ok"))
    #expect(rig.state == .stopped)
    #expect(rig.card.facts.openings == 1)
    rig.start()
    rig.pass(0.1)
    #expect(rig.state == .running)
  }

  // REAL-20
  @Test(arguments: [0.4, 1, 1.9])
  func `if an engine is stopped while its device opens, the next start waits until the device is closed`(
    _ seconds: Double
  ) throws {
    let rig = try CardRig(.init(openSeconds: seconds))
    rig.start()
    rig.pass(0.1)
    rig.stop()
    rig.start()
    rig.pass(2)
    #expect(rig.card.facts.collisions == 0)
    #expect(rig.card.facts.openings == 2)
    #expect(rig.told.last == "\(TimelineText.number(seconds)) start ok")
    #expect(rig.state == .running)
  }

  // REAL-20
  @Test func `a start after a completed stop waits up to its own limit of 2 s for the device to close`() throws {
    let rig = try CardRig(.init(openSeconds: 4))
    rig.start()
    rig.pass(0.1)
    rig.stop()
    rig.pass(0.5)
    #expect(rig.told.last == "0.4 stop ok")
    rig.start()
    rig.pass(1.9)
    #expect(rig.state == .starting)
    rig.pass(0.2)
    #expect(rig.told.last == "2.6 start engineStartTimeout")
    rig.pass(2)
    rig.start()
    rig.pass(0.1)
    #expect(rig.told.last == "4.7 start ok")
    #expect(rig.card.facts.collisions == 0)
  }

  @Test func `stopping an engine while its start waits for the device leaves it stopped`() throws {
    let rig = try CardRig(.init(openSeconds: 1))
    rig.start()
    rig.pass(0.1)
    rig.stop()
    rig.pass(0.5)
    rig.start()
    rig.pass(0.1)
    rig.stop()
    rig.pass(3)
    #expect(rig.told.suffix(2).map { String($0.drop { $0 != " " }) } == [" start engineNotRunning", " stop ok"])
    #expect(rig.state == .stopped)
    #expect(rig.card.facts.openings == 1)
  }

  @Test func `a start succeeds after an earlier one has failed because the device refused it`() throws {
    let rig = try CardRig(.init(refusesToStart: true))
    rig.start()
    rig.pass(1)
    #expect(rig.told == ["0 start serverInitFailed"])
    rig.start()
    rig.pass(0.1)
    #expect(rig.told.last == "1 start ok")
    #expect(rig.card.facts.collisions == 0)
  }

  // REAL-5
  @Test func `with auto-shutdown, starting a player while its engine is stopping restarts the engine`() throws {
    let rig = try CardRig(.init(closeSeconds: 0.1))
    rig.engine.withEngine { $0.setAutoShutdownEnabled(true) }
    let player = try rig.player(.tap)
    try player.start()
    rig.pass(1)
    rig.stop()
    try player.start()
    rig.pass(1)
    #expect(rig.told.map { String($0.split(separator: " ")[1]) } == ["done", "stop", "done"])
    #expect(rig.state == .running)
  }

  // REAL-6
  @Test func `a player completes with its engine's error when the engine cannot start`() throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment)
    card.note { $0.isTaken = true }
    let engine = try HapticEngine(EngineConfiguration { VirtualCardOutput(card) }, in: environment)
    let told = Told()
    let player = try engine.withEngine { (engine) throws(EngineError) in
      engine.setAutoShutdownEnabled(true)
      return try engine.makePlayer(.tap)
    }
    player.setCompletionHandler { told.set($0) }
    try player.start()
    environment.advance(by: 1)
    #expect(told.error?.code == .serverInitFailed)
    #expect(told.error?.output?.reason == .busy)
  }

  // REAL-7
  @Test func `calling start, play and stop back to back still plays the whole tap on a device`() throws {
    let rig = try CardRig(keepsJournal: true)
    rig.start()
    rig.pass(0.1)
    let player = try rig.player(.tap)
    try player.start()
    rig.stop()
    rig.pass(1)
    #expect((rig.engine.withEngine { $0.samples() }.map(abs).max() ?? 0) > 0.06)
    #expect((rig.card.facts.samples.map(abs).max() ?? 0) > 0.06)
  }

  // REAL-8
  @Test func `an engine released while running closes its device and calls its stopped handler`() throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment)
    let told = Told()
    try runAndDrop(card, told)
    environment.advance(by: 1)
    #expect(told.reason == .engineDestroyed)
    #expect(card.facts.closings == 1 && !card.facts.isTaken)
  }

  private func runAndDrop(_ card: VirtualCard, _ told: Told) throws {
    let engine = try HapticEngine(EngineConfiguration { VirtualCardOutput(card) }, in: card.environment)
    engine.withEngine { $0.setStoppedHandler { told.set($0) } }
    engine.start { _ in }
    card.environment.advance(by: 0.1)
    #expect(engine.withEngine { $0.isRunning })
  }

  @Test func `an engine released before its device opens completes the start and closes the device`() throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment, .init(openSeconds: 1))
    let told = Told()
    func startAndDrop() throws {
      let engine = try HapticEngine(EngineConfiguration { VirtualCardOutput(card) }, in: environment)
      engine.start { told.set($0) }
      environment.advance(by: 0.1)
    }
    try startAndDrop()
    environment.advance(by: 3)
    #expect(told.error?.code == .engineNotRunning)
    #expect(card.facts.closings == 1)
  }

  // REAL-21
  @Test func `a device that accepts no frames for 35 s is abandoned, and one that recovers earlier is kept`() throws {
    let gone = try CardRig(.init(standsStillAfter: 1))
    gone.start()
    gone.pass(35.9)
    #expect(gone.state == .running)
    gone.pass(0.5)
    #expect(gone.told.last?.hasSuffix("stopped systemError") == true)
    let frozen = try CardRig(.init(standsStillAfter: 1, standsStillSeconds: 30))
    frozen.start()
    frozen.pass(60)
    #expect(frozen.state == .running)
    #expect(frozen.engine.withEngine { $0.deviceNotes.stalls } == 1)
  }

  @Test func `the last of several stops in one quantum takes effect, and the journal replays it`() throws {
    let rig = try CardRig(keepsJournal: true)
    rig.start()
    rig.pass(0.1)
    let player = try rig.player(.buzz(1))
    try player.start()
    rig.pass(0.2)
    // No quantum is rendered between these calls.
    for _ in 0..<3 {
      try player.stop()
      try player.start()
    }
    try player.stop()
    try player.cancel()
    rig.pass(1)
    #expect(rig.engine.withEngine { $0.session?.journal?.isWaiting == false })
    #expect(rig.engine.withEngine { $0.activePlayerCount } == 0)
    // The journal renders what the card received, without the limiter's look-ahead.
    let latency = rig.engine.withEngine { $0.session?.latency ?? 0 }
    let again = rig.engine.withEngine { $0.samples() }
    let live = Array(rig.card.facts.samples.dropFirst(latency))
    let left = stride(from: 0, to: again.count, by: 2).map { again[$0] }
    let count = min(live.count, left.count)
    #expect(count > 48_000)
    #expect(live[..<count] == left[..<count])
  }

  @Test func `a stop does not wait for a stalled device`() throws {
    let rig = try CardRig(.init(standsStillAfter: 1))
    rig.start()
    rig.pass(0.9)
    try rig.player(.buzz(10)).start()
    rig.pass(1)
    rig.stop()
    rig.pass(1)
    let answered = try #require(
      rig.told.last { $0.hasSuffix("stop ok") }.flatMap { Double($0.split(separator: " ")[0]) })
    #expect(answered < 2.05)
  }
}

/// Error or reason received by a handler.
private final class Told: Sendable {
  private struct State {
    var error: EngineError?
    var reason: HapticEngine.StoppedReason?
  }
  private let state = Mutex(State())
  var error: EngineError? { state.withLock { $0.error } }
  var reason: HapticEngine.StoppedReason? { state.withLock { $0.reason } }
  func set(_ error: EngineError?) { state.withLock { $0.error = error } }
  func set(_ reason: HapticEngine.StoppedReason) { state.withLock { $0.reason = reason } }
}
