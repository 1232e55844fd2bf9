import Foundation
import Synchronization
import Testing
import ThrumEngine
import ThrumTesting
import XCTest

/// A haptics singleton that works on the main queue.
private final class SingletonHaptics: Sendable {
  static let shared = SingletonHaptics()
  let engine = Mutex<HapticEngine?>(nil)
  let restarts = Mutex(0)

  func launch() throws {
    let engine = try HapticEngine()
    engine.withEngine { engine in
      engine.setStoppedHandler { _ in
        DispatchQueue.main.async { self.restarts.withLock { $0 += 1 } }
      }
    }
    try engine.startAndWait()
    self.engine.withLock { $0 = engine }
  }
}

/// Issues reported by a scope.
private final class Collected: Sendable {
  let texts = Mutex<[String]>([])
}

/// `HapticTestScope` with XCTest.
final class XCTestScopeTests: XCTestCase {
  private let haptics = HapticTestScope()
  private let failures = Collected()

  override func setUp() {
    failures.texts.withLock { $0 = [] }
    haptics.begin { [failures] failure in failures.texts.withLock { $0.append(failure.message) } }
  }

  override func tearDown() {
    SingletonHaptics.shared.engine.withLock { $0 = nil }
    haptics.end()
  }

  @MainActor func testAnAsyncTestOnTheMainActorAwaits() async throws {
    try SingletonHaptics.shared.launch()
    await haptics.advance(by: 2)
    XCTAssertEqual(haptics.environment.now, 2, accuracy: 1e-9)
    await haptics.settle()
    await haptics.runUntilIdle()
    XCTAssertEqual(failures.texts.withLock { $0 }, [])
  }

  @MainActor func testWaitingWithoutAwaitThereIsAFailure() async throws {
    func synchronously() { haptics.advance(by: 2) }
    synchronously()
    XCTAssertEqual(haptics.environment.now, 0)
    let texts = failures.texts.withLock { $0 }
    XCTAssertEqual(texts.count, 1)
    XCTAssertTrue(texts.first?.contains("await haptics.advance(by:)") == true, "\(texts)")
  }

  func testEverythingLivesInTheScopeAndTheMainQueueIsServed() throws {
    try SingletonHaptics.shared.launch()
    XCTAssertEqual(haptics.environment.engineCount, 1)
    haptics.environment.apply(.suspendApp)
    let before = SingletonHaptics.shared.restarts.withLock { $0 }
    haptics.settle()
    XCTAssertEqual(SingletonHaptics.shared.restarts.withLock { $0 }, before + 1)
    haptics.advance(by: 5)
    XCTAssertEqual(haptics.environment.now, 5, accuracy: 1e-9)
    haptics.runUntilIdle()
    expectEngines(exactly: 1)
    expectHandler(.stopped, told: "applicationSuspended")
    XCTAssertEqual(failures.texts.withLock { $0 }, [])
  }

  func testEachTestHasADeviceOfItsOwn() throws {
    XCTAssertEqual(haptics.environment.engineCount, 0)
    try SingletonHaptics.shared.launch()
    expectEngines(exactly: 2)
    let told = failures.texts.withLock { $0 }
    XCTAssertEqual(told.count, 1)
    XCTAssertTrue(told.first?.contains("expected 2 engines, but 1 was made") == true)
  }
}
