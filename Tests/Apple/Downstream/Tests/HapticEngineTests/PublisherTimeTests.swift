import CoreHaptics
import HapticEngine
import Testing
import ThrumTesting

/// Publishers that wait, in virtual time.
@Suite(.haptics(exclusive: true)) struct PublisherTimeTests {
  private let phone = HapticEnvironment.current
  private let haptics = HapticEngine.shared
  private let slider = PassthroughSubject<Int, Never>()

  @Test(arguments: ["queue", "loop", "operations"]) func `debounce waits for a pause`(_ name: String) async {
    let subscription =
      switch name {
      case "queue": debounced(on: DispatchQueue.main)
      case "loop": debounced(on: RunLoop.main)
      default: debounced(on: OperationQueue.main)
      }
    await phone.advance(by: 1)
    for value in 1...3 {
      slider.send(value)
      await phone.advance(by: 0.2)
    }
    expectEvents(exactly: 0)
    await phone.advance(by: 1)
    withExtendedLifetime(subscription) {
      expectEvents(exactly: 1)
      expectEvent(.hapticTransient, at: 1.7)
    }
  }

  private func debounced(on scheduler: some Scheduler) -> AnyCancellable {
    slider.debounce(for: .milliseconds(300), scheduler: scheduler).sink { [haptics] _ in haptics.tap() }
  }

  @Test func `throttle passes the first value, then one per interval`() async {
    let subscription = slider.throttle(for: 0.5, scheduler: DispatchQueue.main, latest: true)
      .sink { [haptics] _ in haptics.tap() }
    await phone.advance(by: 1)
    for value in 1...6 {
      slider.send(value)
      await phone.advance(by: 0.125)
    }
    await phone.advance(by: 2)
    slider.send(7)
    await phone.advance(by: 0.1)
    withExtendedLifetime(subscription) {
      for time in [1, 1.5, 2, 3.75] { expectEvent(.hapticTransient, at: time) }
      expectEvents(exactly: 4)
    }
  }

  @Test func `a delayed value arrives later, unless its subscription is cancelled`() async {
    let delayed = slider.delay(for: .seconds(1), scheduler: RunLoop.main).receive(on: RunLoop.main)
    let subscription = delayed.sink { [haptics] _ in haptics.tap() }
    let cancelled = delayed.sink { [haptics] _ in haptics.tap() }
    slider.send(1)
    cancelled.cancel()
    await phone.advance(by: 2)
    withExtendedLifetime(subscription) {
      expectEvent(.hapticTransient, at: 1)
      expectEvents(exactly: 1)
    }
  }

  @Test @MainActor func `a timer's publisher fires until its last subscription ends`() async {
    let ticks = Timer.publish(every: 0.5, on: .main, in: .common).autoconnect()
    let first = ticks.sink { [haptics] _ in haptics.tap() }
    let second = ticks.sink { _ in }
    await phone.advance(by: 1.25)
    first.cancel()
    await phone.advance(by: 1)
    second.cancel()
    await phone.advance(by: 10)
    expectEvent(.hapticTransient, at: 0.5)
    expectEvent(.hapticTransient, at: 1)
    expectEvents(exactly: 2)
  }
}
