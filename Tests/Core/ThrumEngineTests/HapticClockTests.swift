import Synchronization
import Testing

@testable import ThrumEngine

/// Swift's `Clock` in virtual time.
@Suite struct HapticClockTests {
  @Test func `a sleep ends in virtual time, and the code after it runs at the wake-up time`() async throws {
    let environment = HapticEnvironment.virtual()
    let engine = try environment.withScope { try HapticEngine() }
    try await engine.start()
    let task = Task {
      for _ in 0..<3 {
        try await engine.playPattern(.tap)
        try await environment.clock.sleep(for: .seconds(0.2))
      }
    }
    await environment.advance(by: 1)
    try await task.value
    let times = environment.timeline.entries.compactMap { entry -> Double? in
      if case .event = entry.fact { entry.time } else { nil }
    }
    #expect(times.count == 3)
    for (time, wanted) in zip(times, [0, 0.2, 0.4]) { #expect(abs(time - wanted) < 0.002) }
  }

  @Test func `a cancelled sleep and a sleep until a past time end immediately`() async throws {
    let environment = HapticEnvironment.virtual()
    let clock = environment.clock
    let task = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(60))) }
    await environment.settle()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(environment.now == 0)
    let past = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(-1))) }
    await environment.settle()
    try await past.value
    #expect(clock.now.offset == .zero)
  }
}
