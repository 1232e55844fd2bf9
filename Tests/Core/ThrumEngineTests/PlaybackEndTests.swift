import Synchronization
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// When a playback ends, and for which player. Cases found by random sequences.
@Suite struct PlaybackEndTests {
  private let engine: HapticEngine
  private let player: PlayerID

  init() throws {
    engine = try HapticEngine(in: .virtual())
    try engine.startAndWait()
    player = try engine.withEngine { engine throws(EngineError) in try engine.addPlayer(EngineTests.buzz) }
  }

  private var isActive: Bool { engine.withEngine { [player] in $0.isActive(player) } }
  private func pass(_ seconds: Double) { engine.environment.advance(by: seconds) }
  private func perform(_ body: @Sendable (isolated HapticEngine, PlayerID) throws(EngineError) -> Void) throws {
    try engine.withEngine { [player] engine throws(EngineError) in try body(engine, player) }
  }

  @Test func `a player is active until its last playback has ended, in whatever order the playbacks were scheduled`()
    throws
  {
    let now = engine.currentTime
    try perform { engine, player throws(EngineError) in
      try engine.start(player, atTime: now + 2)
      try engine.start(player, atTime: now + 1)
    }
    pass(1.8)
    #expect(isActive, "the start at 2 s is still to come")
    pass(0.4)
    #expect(isActive, "the start at 2 s plays")
    pass(0.4)
    #expect(!isActive)
  }

  @Test func `a cancel completes a player immediately, even while a start is pending`() throws {
    let now = engine.currentTime
    try perform { engine, player throws(EngineError) in
      try engine.start(player, atTime: now + 1)
      try engine.start(player)
      try engine.cancel(player)
    }
    #expect(!isActive)
    pass(2)
    #expect(!engine.environment.timeline.description.contains("event 0"))
  }

  @Test func `a pending start consumes a seek, which does not apply again after an engine restart`() throws {
    let now = engine.currentTime
    try perform { engine, player throws(EngineError) in
      try engine.start(player, atTime: now + 0.1)
      try engine.seek(player, toOffset: 0.4)
    }
    pass(0.15)
    #expect(isActive)
    pass(0.1)
    #expect(!isActive, "it began at 0.4 s of 0.5 s")
    engine.stop()
    try engine.startAndWait()
    try perform { engine, player throws(EngineError) in try engine.start(player) }
    pass(0.45)
    #expect(isActive, "it begins at the beginning")
  }

  @Test func `a seek is kept for the next start if the engine stops before the pending start takes effect`() throws {
    let now = engine.currentTime
    try perform { engine, player throws(EngineError) in
      try engine.seek(player, toOffset: 0.4)
      try engine.start(player, atTime: now + 1)
    }
    engine.stop()
    try engine.startAndWait()
    try perform { engine, player throws(EngineError) in try engine.start(player) }
    pass(0.15)
    #expect(!isActive)
  }

  @Test func `scheduling a stop or a pause on an idle player does nothing`() throws {
    for _ in 0..<2 {
      let now = engine.currentTime
      try perform { engine, player throws(EngineError) in
        try engine.pause(player, atTime: now + 0.1)
        try engine.stop(player, atTime: now + 0.1)
        try engine.start(player)
      }
      pass(0.4)
      #expect(isActive)
      pass(0.2)
      #expect(!isActive)
    }
  }

  @Test func `runUntilIdle lets a pending playback reach its end even after a pause`() throws {
    let now = engine.currentTime
    try perform { engine, player throws(EngineError) in
      try engine.start(player, atTime: now + 1)
      try engine.pause(player)
    }
    engine.environment.runUntilIdle()
    #expect(!isActive)
  }

  @Test func `the idle time counts from the end of the last playback`() throws {
    engine.withEngine { $0.setAutoShutdownEnabled(true) }
    try perform { engine, player throws(EngineError) in try engine.start(player) }
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
    let other = try engine.withEngine { engine throws(EngineError) in try engine.addPlayer(pattern) }
    #expect(throws: EngineError.self) {
      try perform { engine, player throws(EngineError) in
        try engine.unregisterSound(id)
        try engine.start([player, other])
      }
    }
    #expect(!isActive)
    try perform { engine, player throws(EngineError) in try engine.start(player) }
    pass(0.6)
    #expect(!isActive, "it plays and ends")
  }

  @Test func `a stop pending for a dropped player does not reach the next player in its slot`() throws {
    let now = engine.currentTime
    try perform { engine, player throws(EngineError) in
      try engine.start(player)
      try engine.stop(player, atTime: now + 0.8)
      engine.drop(player)
    }
    pass(0.7)
    let next = try engine.withEngine { engine throws(EngineError) in
      let next = try engine.addPlayer(EngineTests.buzz)
      try engine.start(next)
      return next
    }
    pass(0.2)
    #expect(engine.withEngine { $0.isActive(next) })
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
