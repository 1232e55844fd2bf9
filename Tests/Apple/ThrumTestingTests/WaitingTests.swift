import Dispatch
import Glibc
import Synchronization
import Testing
import ThrumEngine
import ThrumPattern
import ThrumTesting

/// Code that blocks until a handler is called, as apps do.
@Suite(.haptics()) struct WaitingTests {
  private let environment = HapticEnvironment.current

  @Test func `a semaphore that waits for a start is signalled`() throws {
    let engine = try HapticEngine()
    let started = DispatchSemaphore(value: 0)
    engine.start { _ in started.signal() }
    started.wait()
    expectHandler(.started, times: 1)
    #expect(environment.elapsed == 0)
  }

  @Test func `a group that waits for a start and a stop is left`() throws {
    let engine = try HapticEngine()
    let group = DispatchGroup()
    group.enter()
    group.enter()
    engine.start { _ in
      group.leave()
      engine.stop { _ in group.leave() }
    }
    group.wait()
    expectHandler(.stopped, times: 0)
  }

  @Test func `a continuation that waits for a start is resumed`() async throws {
    let engine = try HapticEngine()
    await withCheckedContinuation { continuation in engine.start { _ in continuation.resume() } }
    #expect(await engine.isRunning)
  }

  @Test func `a poll that waits for a start ends`() throws {
    let engine = try HapticEngine()
    let isStarted = Atomic<Bool>(false)
    engine.start { _ in isStarted.store(true, ordering: .releasing) }
    while !isStarted.load(ordering: .acquiring) { sched_yield() }
  }

  @Test(.haptics(mayBeUnused: true)) func `a wait for a player's end is reported by name and ends`() async throws {
    let environment = HapticEnvironment.virtual()
    try environment.withScope {
      let engine = try HapticEngine()
      try engine.startAndWait()
      let ended = DispatchSemaphore(value: 0)
      let buzz = Pattern(entries: [.event(Event(type: .hapticContinuous, time: 0, duration: 30))])
      let player = try engine.withEngine { engine throws(EngineError) in try engine.makePlayer(buzz) }
      player.setCompletionHandler { _ in ended.signal() }
      try player.start()
      ended.wait()
    }
    #expect(environment.problems.count == 1)
    #expect(environment.problems.first?.contains("DispatchSemaphore.wait has blocked its thread for 1 s") == true)
  }
}
