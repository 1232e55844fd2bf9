import Synchronization
import TestSupport
import Testing
import ThrumPattern
import ThrumTime

@testable import ThrumEngine

/// Closures that hold the last reference to an object that calls back in its `deinit`.
@Suite struct ReplacedHandlerTests {
  /// Runs a closure in its `deinit`.
  final class Parting: Sendable {
    private let last: @Sendable () -> Void
    init(_ last: @escaping @Sendable () -> Void) { self.last = last }
    deinit { last() }
    func keep() {}
  }

  /// A value set from a `deinit`.
  final class Noted<Value: Sendable>: Sendable {
    private let noted: Mutex<Value>
    init(_ value: Value) { noted = Mutex(value) }
    var value: Value { noted.withLock { $0 } }
    func set(_ value: Value) { noted.withLock { $0 = value } }
  }

  private func running() throws -> HapticEngine {
    let engine = try HapticEngine(in: .virtual())
    try engine.startAndWait()
    return engine
  }

  @Test func `a stopped handler that stops the engine on release can be replaced`() throws {
    let engine = try running()
    do {
      let parting = Parting { engine.stop() }
      engine.withEngine { $0.setStoppedHandler { _ in parting.keep() } }
    }
    engine.withEngine { $0.setStoppedHandler { _ in } }
    #expect(engine.withEngine { $0.state } == .stopped)
  }

  @Test func `a reset handler that sets another one on release can be replaced`() throws {
    let engine = try running()
    do {
      let parting = Parting { engine.withEngine { $0.setResetHandler {} } }
      engine.withEngine { $0.setResetHandler { parting.keep() } }
    }
    engine.withEngine { $0.setResetHandler {} }
    #expect(engine.withEngine { $0.isRunning })
  }

  @Test func `a replaced completion handler is released outside the engine's queue`() throws {
    let engine = try running()
    let player = try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(.tap) }
    let wasInside = Noted<Bool?>(nil)
    let executor = engine.executor
    do {
      let parting = Parting { wasInside.set(executor.isCurrent) }
      player.setCompletionHandler { _ in parting.keep() }
    }
    player.setCompletionHandler { _ in }
    #expect(wasInside.value == false)
  }

  @Test func `a problem handler that reports a problem on release can be replaced`() {
    let environment = HapticEnvironment.virtual()
    do {
      let parting = Parting { environment.report("gone") }
      environment.setProblemHandler { _ in parting.keep() }
    }
    environment.setProblemHandler { _ in }
    #expect(environment.problems == ["gone"])
  }

  @Test func `a cancelled timer that reads its clock on release is removed`() throws {
    let time = try #require(HapticEnvironment.virtual().virtualTime)
    let seen = Noted(0.0)
    do {
      let parting = Parting { seen.set(time.now) }
      time.call(at: time.now + 1, on: time.executor) { parting.keep() }.cancel()
    }
    #expect(!time.hasWork)
    #expect(seen.value == VirtualTime.origin)
  }

  @Test func `an engine held only by a cancelled timer is released with it`() throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment)
    do {
      let engine = try HapticEngine(EngineConfiguration { VirtualCardOutput(card) }, in: environment)
      engine.start { _ in }
      environment.advance(by: 0.1)
      engine.stop()
    }
    environment.advance(by: 1)
    #expect(environment.livingEngineCount == 0)
  }
}
