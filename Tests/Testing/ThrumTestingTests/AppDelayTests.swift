import Synchronization
import Testing

@testable import ThrumEngine
@testable import ThrumTime

/// An app's delays on a busy machine.
@Suite struct AppDelayTests {
  // TIME-16
  @Test @MainActor func `a delay does not end in real time while the next advance waits for processor time`() async {
    let environment = HapticEnvironment.virtual()
    let hasEnded = Mutex(false)
    await environment.settle()
    environment.delay(by: 0.05) { hasEnded.withLock { $0 = true } }
    for _ in 0..<32 {
      Task.detached {
        var time = ProcessorTime()
        time.beginStep()
        while time.seconds < 0.02 {}
      }
    }
    // Leaves the main actor, behind all these tasks.
    await environment.advance(by: 0.01)
    #expect(!hasEnded.withLock { $0 })
    await environment.advance(by: 0.1)
    #expect(hasEnded.withLock { $0 })
  }
}
