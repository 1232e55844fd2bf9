import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumEngine

/// Engines in a process that has run out of file descriptors.
@Suite struct DescriptorTests {
  /// A source of descriptors that refuses some calls, counted from 1.
  private final class Scarce: Sendable {
    private struct State {
      var calls = 0
      var open: Set<Int32> = []
    }
    private let state = Mutex(State())
    private let refused: Set<Int>

    init(refusing refused: Set<Int>) { self.refused = refused }

    var openCount: Int { state.withLock { $0.open.count } }

    private func give(_ real: () -> Int32) -> Int32 {
      let isRefused = state.withLock { state in
        state.calls += 1
        return refused.contains(state.calls)
      }
      guard !isRefused else { return -1 }
      let descriptor = real()
      state.withLock { _ = $0.open.insert(descriptor) }
      return descriptor
    }

    var descriptors: WakeDescriptors {
      WakeDescriptors(
        make: { self.give(WakeDescriptors.system.make) },
        duplicate: { event in self.give { WakeDescriptors.system.duplicate(event) } },
        close: { descriptor in
          self.state.withLock { _ = $0.open.remove(descriptor) }
          WakeDescriptors.system.close(descriptor)
        })
    }
  }

  /// The first call makes the notice event, the second the event that wakes the device, the third observes the first.
  @Test(arguments: 1...3)
  func `a start that gets no file descriptor fails with a message and leaks none`(call: Int) throws {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let card = VirtualCard(environment)
    let scarce = Scarce(refusing: [call])
    var configuration = EngineConfiguration { VirtualCardOutput(card) }
    configuration.descriptors = scarce.descriptors
    let engine = try HapticEngine(configuration, in: environment)
    let answer = Mutex<EngineError?>(nil)
    engine.start { error in answer.withLock { $0 = error } }
    environment.advance(by: 1)
    #expect(answer.withLock { $0?.message }?.contains("no free file descriptor: raise its limit (ulimit -n)") == true)
    #expect(engine.withEngine { $0.state } == .stopped)
    #expect(scarce.openCount == 0)
    engine.start { _ in }
    environment.advance(by: 1)
    #expect(engine.withEngine { $0.isRunning })
  }

  @Test func `a duplicated event descriptor is close-on-exec`() throws {
    let event = WakeDescriptors.system.make()
    let second = WakeDescriptors.system.duplicate(event)
    try #require(second >= 0 && second != event)
    #expect(fcntl(second, F_GETFD) & FD_CLOEXEC != 0)
    for descriptor in [event, second] { WakeDescriptors.system.close(descriptor) }
  }
}
