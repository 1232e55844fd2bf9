import Dispatch
import Synchronization
import Testing
import ThrumEngine
import ThrumTime

@testable import ThrumTesting

/// An engine in a static, as in many apps.
private final class Singleton: Sendable {
  static let cell = Mutex<HapticEngine?>(nil)
}

@Suite(.haptics(mayBeUnused: true)) struct IsolationTests {
  @Test(arguments: 0..<24) func `each test case has its own device`(number: Int) async throws {
    let environment = HapticEnvironment.current
    #expect(environment.isVirtual && environment.now == 0 && environment.engineCount == 0)
    let engine = try await Sample.runningEngine()
    #expect(engine.environment === environment && engine.number == 1)
    try await Sample.play(Sample.tap, on: engine, after: Double(number) / 100)
    await environment.advance(by: 1)
    expectEvents(exactly: 1)
    expectEvent(.hapticTransient, at: Double(number) / 100)
  }

  @Suite struct `A suite within` {
    @Test func `a nested suite inherits the trait`() { #expect(HapticEnvironment.current.isVirtual) }
  }

  @Test(.haptics(profile: .noHaptics)) func `a test's trait overrides its suite's`() {
    #expect(throws: EngineError.self) { try HapticEngine() }
  }

  @Test func `an engine created in a handler joins the handler's environment`() async throws {
    let environment = HapticEnvironment.current
    let engine = try await Sample.runningEngine()
    let made = Mutex<HapticEngine?>(nil)
    await engine.setResetHandler { made.withLock { $0 = try? HapticEngine() } }
    environment.apply(.resetServer)
    await environment.settle()
    #expect(made.withLock { $0 }?.environment === environment)
  }

  @Test func `when a test ends, each distinct problem becomes one issue, and a thrown error propagates`() async throws {
    struct Whoops: Error {}
    let thrown = Mutex(false)
    let text = await failures {
      do {
        try await HapticsTrait(profile: .phone, exclusive: false, mayBeUnused: true).provideScope(
          for: #require(Test.current), testCase: nil
        ) {
          HapticEnvironment.current.advance(by: -1)
          HapticEnvironment.current.advance(by: -1)
          throw Whoops()
        }
      } catch is Whoops { thrown.withLock { $0 = true } } catch {}
    }
    #expect(text.contains("cannot advance time by -1.0 s") && text.contains("(2 times)"))
    #expect(thrown.withLock { $0 })
  }

  @Test func `a stray engine is reported to the only running test, or just once if there are several`() async throws {
    let one = HapticEnvironment.virtual()
    let two = HapticEnvironment.virtual()
    RunningTests.begin(one, name: "first")
    RunningTests.begin(two, name: "second")
    defer {
      RunningTests.end(one)
      RunningTests.end(two)
    }
    // Outside a test, with a reporter in place of the run's issues.
    let told = await Task.detached { () -> [String] in
      RunningTests.reportOutsideUse([one], .engine)
      let texts = Mutex<[String]>([])
      HapticTestScope.withReporter({ failure in texts.withLock { $0.append(failure.message) } }) {
        RunningTests.reportOutsideUse([one, two], .engine)
      }
      return texts.withLock { $0 }
    }.value
    #expect(one.problems.count == 1 && one.problems[0].contains("while this test ran"))
    #expect(two.problems.isEmpty)
    #expect(told.count == 1 && told[0].contains("while one of these tests (first, second) ran"))
  }
}

@Suite(.haptics(exclusive: true)) struct ExclusiveTests {
  @Test(arguments: 0..<8) func `a singleton created on a queue joins the exclusive test's environment`(number: Int)
    async throws
  {
    let environment = HapticEnvironment.current
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        Singleton.cell.withLock { $0 = try? HapticEngine() }
        continuation.resume()
      }
    }
    let engine = try #require(Singleton.cell.withLock { $0.take() })
    #expect(engine.environment === environment)
    try await Task.detached {
      let other = try HapticEngine()
      #expect(other.environment === environment)
    }.value
    expectEngines(exactly: 2)
  }

  @Test(.haptics(exclusive: true)) func `nested exclusive traits do not deadlock`() async throws {
    let environment = HapticEnvironment.current
    let engine = try await Task.detached { try HapticEngine() }.value
    #expect(engine.environment === environment)
  }
}

@Suite(.haptics(.exclusive, profile: .noHaptics)) struct SeveralTraitsTests {
  // TIME-19
  @Test(.haptics(.strict, profile: .phone)) func `a test's options add to those of its suite`() throws {
    #expect(HapticEnvironment.current === HapticEnvironment.exclusive)
    withExtendedLifetime(try HapticEngine()) {}
  }

  // TIME-19
  @Test(.haptics(.exclusive, .mayBeUnused)) func `a test has one device, however many traits it has`() async throws {
    let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
    let environment = HapticEnvironment.current
    try await HapticsTrait(profile: .phone, exclusive: true, mayBeUnused: false).provideScope(
      for: test, testCase: testCase
    ) {
      #expect(HapticEnvironment.current === environment && HapticEnvironment.exclusive === environment)
    }
  }

  @Test func `a suite's profile applies to a test without one`() {
    #expect(throws: EngineError.self) { try HapticEngine() }
  }
}

@Suite struct SingletonTests {
  /// An exclusive test without taking its turn: two of them share one, so that no other test runs in between.
  private func exclusive(
    _ profile: HardwareProfile = .phone, _ body: (HapticEnvironment) async throws -> Void
  ) async rethrows {
    let environment = ExclusiveDevice.make(profile)
    #expect(environment.becomeExclusive())
    defer {
      environment.resignExclusive()
      ExclusiveDevice.leave(environment)
    }
    try await environment.withScope {
      try await body(environment)
      await ExclusiveDevice.settle(environment)
    }
  }

  @Test func `a static engine enters the next exclusive test with a new timeline and no faults`()
    async throws
  {
    await TaskTurns.exclusive.take()
    defer { TaskTurns.exclusive.giveBack() }
    let first = Mutex<HapticEnvironment?>(nil)
    let stops = Mutex(0)
    try await exclusive { environment in
      first.withLock { $0 = environment }
      let engine = try await Sample.runningEngine()
      await engine.setStoppedHandler { _ in stops.withLock { $0 += 1 } }
      Singleton.cell.withLock { $0 = engine }
      try await Sample.play(Sample.tap, on: engine)
      environment.schedule(.resetServer, after: 100)
      environment.apply(.fail(.makePlayer, code: .memoryError, times: nil))
      await environment.advance(by: -1)
      await environment.advance(by: 3.25)
    }
    try await exclusive { environment in
      #expect(environment === first.withLock { $0 })
      #expect(environment.now == 0 && environment.problems.isEmpty)
      let engine = try #require(Singleton.cell.withLock { $0 })
      #expect(await engine.isRunning)
      try await Sample.play(Sample.tap, on: engine, after: 0.5)
      await environment.advance(by: 1)
      expectEvents(exactly: 1)
      expectEvent(.hapticTransient, at: 0.5)
      expectEngines(exactly: 1)
      expectNoErrors()
      environment.apply(.suspendApp)
      await environment.settle()
      #expect(stops.withLock { $0 } == 1)
      #expect(!environment.samples(0.5...0.52).allSatisfy { $0 == 0 })
      await environment.advance(by: 200)
      #expect(!environment.timeline.entries.contains { $0.fact == .fault(Fault.resetServer.description) })
      Singleton.cell.withLock { $0 = nil }
    }
    await exclusive { environment in #expect(environment !== first.withLock { $0 }) }
  }

  @Test func `a test's faults stop a static engine only if the test uses it`() async throws {
    await TaskTurns.exclusive.take()
    defer { TaskTurns.exclusive.giveBack() }
    let resets = Mutex(0)
    try await exclusive { environment in
      let engine = try await Sample.runningEngine()
      await engine.setResetHandler { resets.withLock { $0 += 1 } }
      Singleton.cell.withLock { $0 = engine }
    }
    await exclusive { environment in
      environment.apply(.resetServer)
      await environment.advance(by: 1)
      expectEngines(exactly: 0)
    }
    try await exclusive { environment in
      let engine = try #require(Singleton.cell.withLock { $0 })
      #expect(engine.withEngine { $0.isRunning } && resets.withLock { $0 } == 0)
    }
    try await exclusive { environment in
      environment.apply(.resetServer)
      await environment.advance(by: 1)
      let engine = try #require(Singleton.cell.withLock { $0 })
      #expect(!engine.withEngine { $0.isRunning } && resets.withLock { $0 } == 1)
      expectEngines(exactly: 1)
      Singleton.cell.withLock { $0 = nil }
    }
  }

  @Test func `without the exclusive trait, a failure names the test that created the engine`() async throws {
    let test = try #require(Test.current)
    let trait = HapticsTrait(profile: .phone, exclusive: false, mayBeUnused: true)
    let held = Mutex<HapticEngine?>(nil)
    try await trait.provideScope(for: test, testCase: nil) {
      let engine = try await Sample.runningEngine()
      held.withLock { $0 = engine }
    }
    let text = await failures {
      try? await trait.provideScope(for: test, testCase: nil) { expectEvents(exactly: 1) }
    }
    #expect(text.contains("an engine created in “\(test.name)") && text.contains(".haptics(exclusive: true)"))
    held.withLock { $0 = nil }
    let later = await failures {
      try? await trait.provideScope(for: test, testCase: nil) { expectEvents(exactly: 1) }
    }
    #expect(!later.contains("made in “\(test.name)"))
  }

  @Test func `an engine and a player from an earlier test count as prewarmed`() async throws {
    await TaskTurns.exclusive.take()
    defer { TaskTurns.exclusive.giveBack() }
    let held = Mutex<HapticPlayer?>(nil)
    try await exclusive { _ in
      let engine = try await Sample.runningEngine()
      Singleton.cell.withLock { $0 = engine }
      let player = try await engine.makePlayer(Sample.tap)
      held.withLock { $0 = player }
    }
    try await exclusive { environment in
      try held.withLock { $0 }?.start()
      await environment.advance(by: 0.1)
      expectPrewarmed()
      expectEvents(exactly: 1)
      held.withLock { $0 = nil }
      Singleton.cell.withLock { $0 = nil }
    }
  }
}

@Suite struct TaskTurnsTests {
  private final class Order: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test func `turns are granted in the order in which they were requested`() async {
    let turns = TaskTurns()
    let order = Order()
    await turns.take()
    #expect(!turns.takeNow())
    var tasks: [Task<Void, Never>] = []
    for number in 0..<5 {
      tasks.append(
        Task {
          await turns.take()
          order.numbers.withLock { $0.append(number) }
          turns.giveBack()
        })
      while turns.waitingCount <= number, !Task.isCancelled { await Task.yield() }
    }
    turns.giveBack()
    for task in tasks { await task.value }
    #expect(order.numbers.withLock { $0 } == [0, 1, 2, 3, 4])
    #expect(turns.takeNow())
  }
}
