import TestSupport
import Testing

@testable import ThrumEngine
@testable import ThrumTime

/// Engines entered from other engines' queues. `ThreadTests` has two threads that really wait for each other.
@Suite struct CrossingTests {
  private final class Token {}
  private let tokens = [Token(), Token(), Token(), Token()]
  private var a: ObjectIdentifier { ObjectIdentifier(tokens[0]) }
  private var b: ObjectIdentifier { ObjectIdentifier(tokens[1]) }
  private var c: ObjectIdentifier { ObjectIdentifier(tokens[2]) }
  private var d: ObjectIdentifier { ObjectIdentifier(tokens[3]) }

  @Test func `a thread waits for an executor whose holder is not waiting`() {
    var crossings = ExecutorCrossings()
    #expect(crossings.begin(1, from: a, to: b) == .inTurn)
    #expect(crossings.begin(2, from: c, to: b) == .inTurn)
    crossings.didEnter(1)
    #expect(crossings.isHeld(a, by: 1) && crossings.isHeld(b, by: 1))
    #expect(!crossings.isHeld(b, by: 2))
    #expect(crossings.begin(3, from: d, to: a) == .inTurn)
  }

  @Test func `the second of two threads that enter each other's executors runs immediately`() {
    var crossings = ExecutorCrossings()
    #expect(crossings.begin(1, from: a, to: b) == .inTurn)
    #expect(crossings.begin(2, from: b, to: a) == .atOnce)
    #expect(crossings.isHeld(a, by: 2))
    crossings.end(of: 2)
    crossings.didEnter(1)
    #expect(!crossings.isHeld(a, by: 2) && crossings.isHeld(b, by: 1))
    crossings.end(of: 1)
    #expect(!crossings.isHeld(a, by: 1))
  }

  @Test func `the last thread in a three-thread cycle runs immediately, and a thread outside the cycle waits`() {
    var crossings = ExecutorCrossings()
    #expect(crossings.begin(1, from: a, to: b) == .inTurn)
    #expect(crossings.begin(2, from: b, to: c) == .inTurn)
    #expect(crossings.begin(4, from: d, to: a) == .inTurn)
    #expect(crossings.begin(3, from: c, to: a) == .atOnce)
  }

  @Test func `a nested call back into the first engine runs immediately`() {
    let (first, second) = (QueueExecutor(label: "first"), QueueExecutor(label: "second"))
    let answer = first.run { second.run { first.run { first.isCurrent && second.isCurrent } } }
    #expect(answer)
    #expect(!first.isCurrent && !second.isCurrent)
  }

  @Test func `waiting for another engine on an engine's queue fails with an error`() throws {
    let engine = try HapticEngine(in: .virtual())
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment)
    let other = try HapticEngine(EngineConfiguration { VirtualCardOutput(card) }, in: environment)
    let start = #expect(throws: EngineError.self) { try engine.withEngine { _ in try other.startAndWait() } }
    #expect(start?.code == .operationNotPermitted)
    environment.advance(by: 0.1)
    let stop = #expect(throws: EngineError.self) { try engine.withEngine { _ in try other.stopAndWait() } }
    #expect(stop?.code == .operationNotPermitted)
    environment.advance(by: 1)
    #expect(other.withEngine { $0.state } == .stopped)
  }
}
