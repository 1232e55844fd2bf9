import CoreHaptics
import Dispatch
import Synchronization
import Testing
import ThrumTesting

/// Code that blocks until a handler is called, as apps do.
@Suite(.haptics()) struct WaitingTests {
  private let phone = HapticEnvironment.current

  @Test func `a thread that waits on a semaphore for an engine's start is woken`() throws {
    let engine = try CHHapticEngine()
    let started = DispatchSemaphore(value: 0)
    engine.start { _ in started.signal() }
    started.wait()
    expectHandler(.started, times: 1)
    #expect(phone.now == 0)
  }

  @Test func `a wait on a dispatch group ends after a start and a stop`() throws {
    let engine = try CHHapticEngine()
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

  @Test func `a continuation that awaits a start is resumed`() async throws {
    let engine = try CHHapticEngine()
    await withCheckedContinuation { continuation in engine.start { _ in continuation.resume() } }
    expectHandler(.started, times: 1)
  }

  @Test func `a loop that polls for a start ends`() throws {
    let engine = try CHHapticEngine()
    let isStarted = Atomic<Bool>(false)
    engine.start { _ in isStarted.store(true, ordering: .releasing) }
    while !isStarted.load(ordering: .acquiring) { sched_yield() }
  }

  @Test func `a semaphore wait for a player's end completes, and a report names the call`() throws {
    let other = HapticEnvironment.virtual()
    try other.withScope {
      let engine = try CHHapticEngine()
      try engine.start()
      let buzz = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: 30)
      let player = try engine.makeAdvancedPlayer(with: CHHapticPattern(events: [buzz], parameters: []))
      let ended = DispatchSemaphore(value: 0)
      player.completionHandler = { _ in ended.signal() }
      try player.start(atTime: 0)
      ended.wait()
    }
    #expect(other.problems.count == 1)
    #expect(other.problems.first?.contains("DispatchSemaphore.wait has blocked its thread for 1 s") == true)
  }
}
