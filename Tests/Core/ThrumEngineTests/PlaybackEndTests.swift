import Synchronization
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// When a playback ends, and for which player. Cases found by random sequences.
@Suite struct PlaybackEndTests {
  private let engine: HapticEngine
  private let player: HapticPlayer

  init() throws {
    engine = try HapticEngine(in: .virtual())
    try engine.startAndWait()
    player = try engine.withEngine { engine throws(EngineError) in try engine.makePlayer(EngineTests.buzz) }
  }

  private func makePlayer() throws -> HapticPlayer {
    try engine.withEngine { engine throws(EngineError) in try engine.makePlayer(EngineTests.buzz) }
  }

  private var isActive: Bool { player.isActive }
  private func pass(_ seconds: Double) { engine.environment.advance(by: seconds) }

  @Test func `a player is active until its last playback has ended, in whatever order the playbacks were scheduled`()
    throws
  {
    let now = engine.currentTime
    try player.start(at: now + 2)
    try player.start(at: now + 1)
    pass(1.8)
    #expect(isActive, "the start at 2 s is still to come")
    pass(0.4)
    #expect(isActive, "the start at 2 s plays")
    pass(0.4)
    #expect(!isActive)
  }

  @Test func `a cancel completes a player immediately, even while a start is pending`() throws {
    let now = engine.currentTime
    try player.start(at: now + 1)
    try player.start()
    try player.cancel()
    #expect(!isActive)
    pass(2)
    #expect(!engine.environment.timeline.description.contains("event 0"))
  }

  @Test func `a pending start consumes a seek, which does not apply again after an engine restart`() throws {
    let now = engine.currentTime
    try player.start(at: now + 0.1)
    try player.seek(to: 0.4)
    pass(0.15)
    #expect(isActive)
    pass(0.1)
    #expect(!isActive, "it began at 0.4 s of 0.5 s")
    engine.stop()
    try engine.startAndWait()
    try player.start()
    pass(0.45)
    #expect(isActive, "it begins at the beginning")
  }

  @Test func `a seek is kept for the next start if the engine stops before the pending start takes effect`() throws {
    let now = engine.currentTime
    try player.seek(to: 0.4)
    try player.start(at: now + 1)
    engine.stop()
    try engine.startAndWait()
    try player.start()
    pass(0.15)
    #expect(!isActive)
  }

  @Test func `scheduling a stop or a pause on an idle player does nothing`() throws {
    for _ in 0..<2 {
      let now = engine.currentTime
      try player.pause(at: now + 0.1)
      try player.stop(at: now + 0.1)
      try player.start()
      pass(0.4)
      #expect(isActive)
      pass(0.2)
      #expect(!isActive)
    }
  }

  @Test func `runUntilIdle lets a pending playback reach its end even after a pause`() throws {
    let now = engine.currentTime
    try player.start(at: now + 1)
    try player.pause()
    engine.environment.runUntilIdle()
    #expect(!isActive)
  }

  @Test func `the idle time counts from the end of the last playback`() throws {
    engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try player.start()
    pass(120.4)
    #expect(engine.withEngine { $0.isRunning })
    pass(0.2)
    #expect(engine.withEngine { !$0.isRunning })
  }

  @Test func `if starting several players fails for one, the others stay usable`() throws {
    let sound = try SoundFixture(seconds: 0.1)
    let id = try engine.withEngine { engine throws(EngineError) in try engine.registerSound(path: sound.path) }
    var event = Event(type: .audioCustom, time: 0)
    event.resourceID = id
    let pattern = Pattern(entries: [.event(event)])
    let other = try engine.withEngine { engine throws(EngineError) in try engine.makePlayer(pattern) }
    #expect(throws: EngineError.self) {
      try engine.withEngine { [player] engine throws(EngineError) in
        try engine.unregisterSound(id)
        try engine.start([player, other])
      }
    }
    #expect(!isActive)
    try player.start()
    pass(0.6)
    #expect(!isActive, "it plays and ends")
  }

  @Test func `a stop pending for a dropped player does not reach the next player in its slot`() throws {
    let now = engine.currentTime
    var dropped: HapticPlayer? = try makePlayer()
    try dropped?.start()
    try dropped?.stop(at: now + 0.8)
    dropped = nil
    pass(0.7)
    let next = try makePlayer()
    try next.start()
    pass(0.2)
    #expect(next.isActive)
  }

  @Test func `recovering a server that has not failed calls no reset handler`() {
    let resets = Mutex(0)
    let box = Box(resets)
    engine.withEngine { engine in engine.setResetHandler { box.value.withLock { $0 += 1 } } }
    engine.environment.apply(.recoverServer)
    pass(0.1)
    #expect(box.value.withLock { $0 } == 0)
    engine.environment.apply(.failServer)
    engine.environment.apply(.recoverServer)
    pass(0.1)
    #expect(box.value.withLock { $0 } == 1)
  }

  private final class Box: Sendable {
    let value: Mutex<Int>
    init(_ value: consuming Mutex<Int>) { self.value = value }
  }
}
