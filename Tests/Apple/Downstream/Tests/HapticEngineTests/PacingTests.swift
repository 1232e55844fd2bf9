import Dispatch
import Foundation
import HapticEngine
import Testing
import ThrumTesting

/// Apps with their own delays.
@Suite(.haptics(exclusive: true)) struct PacingTests {
  private let phone = HapticEnvironment.current
  private let haptics = HapticEngine.shared

  @Test(arguments: ["main", "global", "own"]) func `a delayed block runs in virtual time`(_ name: String) async {
    let queue = ["main": DispatchQueue.main, "global": .global()][name] ?? DispatchQueue(label: "app")
    await phone.advance(by: 1)
    haptics.doubleTap(on: queue)
    await phone.advance(by: 0.1)
    expectEvents(exactly: 1)
    await phone.advance(by: 0.9)
    expectEvent(.hapticTransient, at: 1, intensity: 0.5 ± 0.01)
    expectEvent(.hapticTransient, at: 1.15, intensity: 1 ± 0.01)
    expectEvents(exactly: 2)
  }

  @Test func `a cancelled block does not run`() async {
    let item = DispatchWorkItem { HapticEngine.shared.tap() }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.2, execute: item)
    await phone.advance(by: 0.1)
    item.cancel()
    await phone.advance(by: 1)
    expectEvents(exactly: 0)
  }

  @Test func `chained delays end at their own times`() async {
    haptics.countdown(from: 3)
    await phone.advance(by: 5)
    for second in 0..<3 { expectEvent(.hapticTransient, at: Double(second)) }
    expectEvents(exactly: 3)
  }

  @Test @MainActor func `a timer on the main run loop fires in virtual time`() async {
    let timer = haptics.pulse(every: 0.4)
    await phone.advance(by: 1)
    timer.invalidate()
    await phone.advance(by: 10)
    expectEvent(.hapticTransient, at: 0.4, intensity: 1 ± 0.01)
    expectEvent(.hapticTransient, at: 0.8, intensity: 1 ± 0.01)
    expectEvents(exactly: 2)
  }

  @Test func `a timer source fires in virtual time, the first time immediately`() async {
    let source = haptics.rattle(every: 0.25)
    await phone.advance(by: 0.6)
    source.cancel()
    await phone.advance(by: 10)
    for time in [0, 0.25, 0.5] { expectEvent(.hapticTransient, at: time) }
    expectEvents(exactly: 3)
  }

  @Test(.timeLimit(.minutes(1))) func `a detached task sleeps in virtual time, the test's time limit does not`() async {
    haptics.tapTwiceDetached()
    await phone.advance(by: 600)
    expectEvent(.hapticTransient, at: 0.5, intensity: 0.5 ± 0.01)
    expectEvent(.hapticTransient, at: 1, intensity: 1 ± 0.01)
    expectEvents(exactly: 2)
  }

  @Test func `a sleeping task wakes in virtual time`() async throws {
    let double = Task { try await haptics.doubleTap() }
    await phone.settle()
    await phone.advance(by: 1)
    try await double.value
    expectEvent(.hapticTransient, at: 0.15, intensity: 1 ± 0.01)
    expectEvents(exactly: 2)
  }

  @Test func `settle waits for a task that works for a while and then plays a tap`() async {
    let slow = Task {
      let begin = ContinuousClock.now
      while begin.duration(to: .now) < .milliseconds(150) {}
      haptics.tap()
    }
    await phone.settle()
    await phone.advance(by: 1)
    await slow.value
    expectEvent(.hapticTransient, at: 0)
    expectEvents(exactly: 1)
  }

  @Test func `a heartbeat on the main actor runs for five virtual minutes`() async throws {
    let heart = await haptics.heartbeat(300)
    await phone.settle()
    await phone.advance(by: 300)
    try await heart.value
    expectEvents(exactly: 600)
    expectEvent(.hapticTransient, at: 299.1, intensity: 1 ± 0.01)
  }

  @Test func `a sleeping task stops when it is cancelled`() async {
    let heart = await haptics.heartbeat(10)
    await phone.settle()
    await phone.advance(by: 0.05)
    heart.cancel()
    await phone.advance(by: 20)
    expectEvents(exactly: 1)
  }

  @Test func `a delay ends in real time while settle waits for it`() async {
    haptics.doubleTap(on: .main)
    await phone.settle(upTo: 600)
    await phone.advance(by: 0.1)
    expectEvents(exactly: 2)
  }

  @Test(.timeLimit(.minutes(1)), .haptics(exclusive: true, mayBeUnused: true))
  func `a test's time limit is measured in real time`() async {
    await phone.advance(by: 600)
    #expect(phone.now >= 600)
  }
}
