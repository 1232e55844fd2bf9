import CoreHaptics
import HapticEngine
import Testing
import ThrumTesting
import XCTest

/// The test scope with XCTest, in every form of test that XCTest has.
final class ScopeTests: XCTestCase {
  private let haptics = HapticTestScope()
  override func setUp() {
    haptics.begin { [unowned self] in
      recordFailure(withDescription: $0.message, inFile: $0.path, atLine: $0.line, expected: true)
    }
  }
  override func tearDown() { haptics.end() }

  func testTheSingletonIsFelt() {
    HapticEngine.shared.tap()
    haptics.advance(by: 1)
    expectEvents(exactly: 1)
  }

  func testTheSingletonIsFeltAgain() {
    HapticEngine.shared.tap()
    haptics.advance(by: 1)
    expectEvents(exactly: 1)
    expectEngines(exactly: 1)
  }

  @MainActor func testAnAsyncTestOfTheMainActor() async {
    HapticEngine.shared.tap()
    await haptics.advance(by: 1)
    expectEvents(exactly: 1)
  }

  func testADelayedBlock() {
    HapticEngine.shared.doubleTap(on: .main)
    haptics.advance(by: 1)
    expectEvent(.hapticTransient, at: 0.15)
    expectEvents(exactly: 2)
  }

  func testATimer() {
    let timer = Timer.scheduledTimer(withTimeInterval: 0.05, repeats: false) { _ in HapticEngine.shared.tap() }
    haptics.settle(upTo: 10)
    haptics.advance(by: 0.1)
    timer.invalidate()
    expectEvents(exactly: 1)
  }

  func testARepeatingTimerInVirtualTime() {
    let timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in HapticEngine.shared.tap() }
    haptics.advance(by: 150)
    timer.invalidate()
    expectEvent(.hapticTransient, at: 60)
    expectEvent(.hapticTransient, at: 120)
    expectEvents(exactly: 2)
  }

  func testATestThatWaitsItself() {
    let done = expectation(description: "two taps")
    HapticEngine.shared.doubleTap(on: .main)
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { done.fulfill() }
    wait(for: [done], timeout: 10)
    haptics.advance(by: 0.1)
    expectEvents(exactly: 2)
  }

  func testAnExpectationOfAStart() throws {
    let engine = try CHHapticEngine()
    let started = expectation(description: "started")
    engine.start { _ in started.fulfill() }
    wait(for: [started], timeout: 10)
  }

  func testASemaphoreThatWaitsForAStart() throws {
    let engine = try CHHapticEngine()
    let started = DispatchSemaphore(value: 0)
    engine.start { _ in started.signal() }
    started.wait()
  }

  func testARunLoopThatSpinsUntilAStart() throws {
    let engine = try CHHapticEngine()
    var isStarted = false
    engine.start { _ in DispatchQueue.main.async { isStarted = true } }
    while !isStarted { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.005)) }
  }
}
