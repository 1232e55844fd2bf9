import Synchronization
import ThrumTime

/// The engines of an environment, also those that are gone.
extension HapticEnvironment {
  /// Connects an engine to faults without retaining it.
  struct EngineLink: Sendable {
    let number: Int
    let apply: @Sendable (Fault) -> Void
    let entries: @Sendable () -> Void
    let awaited: @Sendable () -> [AwaitedHandler]
    /// Logs, at the start of a new timeline, that the engine still exists.
    let logKept: @Sendable () -> Void
    let beginAnew: @Sendable () -> Void
    let sampleRate: Double
    let samples: @Sendable (ClosedRange<Double>) -> [Float]
    let runs: RunHistory
  }

  /// An engine that is gone, of which a test can still render what it has played.
  struct PastEngine {
    let number: Int
    let sampleRate: Double
    let runs: RunHistory
  }

  /// Number of engines that are gone and whose runs are kept.
  private static let mostPastEngines = 256

  /// Renders the interleaved mix of all engines, identically each time. Full scale is 1. In virtual time, this includes
  /// the last 256 engines that are gone.
  ///
  /// `range` is in seconds since the environment was created; `nil` means everything until now. In real time, the
  /// result is empty unless engines keep journals. Engines with another sample rate are left out and reported. Must not
  /// be called from an engine's own queue.
  public func samples(_ range: ClosedRange<Double>? = nil, sampleRate: Double = 48_000) -> [Float] {
    var mix: [Float] = []
    let (engines, past, forgotten) = state.withLock { ($0.engines, $0.pastEngines, $0.forgottenEngines) }
    if forgotten > 0 { report("\(forgotten) engines that are gone are left out of the samples: there were too many") }
    let range = range ?? 0...now
    let living = engines.map { link in Source(link.number, link.sampleRate) { link.samples(range) } }
    let gone = past.map { engine in
      Source(engine.number, engine.sampleRate) {
        engine.runs.samples(range, sampleRate: engine.sampleRate, in: self) ?? []
      }
    }
    // In the order of their numbers, so that a sum does not depend on which of them are gone.
    for engine in (living + gone).sorted(by: { $0.number < $1.number }) {
      guard engine.sampleRate == sampleRate else {
        report(
          "engine \(engine.number) is left out of the samples: its rate is \(engine.sampleRate) Hz, not \(sampleRate)")
        continue
      }
      let samples = engine.samples()
      if mix.count < samples.count { mix += [Float](repeating: 0, count: samples.count - mix.count) }
      for index in samples.indices { mix[index] += samples[index] }
    }
    return mix
  }

  private struct Source {
    let number: Int
    let sampleRate: Double
    let samples: () -> [Float]

    init(_ number: Int, _ sampleRate: Double, samples: @escaping () -> [Float]) {
      (self.number, self.sampleRate, self.samples) = (number, sampleRate, samples)
    }
  }

  package func noteUse() { used.store(true, ordering: .relaxed) }

  /// Whether the app has created or called an engine, asked for capabilities, played feedback or observed
  /// notifications.
  package var isUsed: Bool { used.load(ordering: .relaxed) }

  func nextEngineNumber() -> Int {
    state.withLock { state in
      state.engineCount += 1
      return state.engineCount
    }
  }

  var links: [EngineLink] { state.withLock { $0.engines } }
  func link(_ number: Int) -> EngineLink? { state.withLock { $0.engines.first { $0.number == number } } }
  func add(_ link: EngineLink) { state.withLock { $0.engines.append(link) } }

  func removeEngine(_ number: Int) {
    state.withLock { state in
      guard let place = state.engines.firstIndex(where: { $0.number == number }) else { return }
      let link = state.engines.remove(at: place)
      guard isVirtual else { return }
      // Its last run is added when its session is freed, right after this.
      state.pastEngines.removeAll { $0.runs.isEmpty }
      state.pastEngines.append(PastEngine(number: number, sampleRate: link.sampleRate, runs: link.runs))
      guard state.pastEngines.count > HapticEnvironment.mostPastEngines else { return }
      state.pastEngines.removeFirst()
      state.forgottenEngines += 1
    }
  }

  package var engineCount: Int { state.withLock { $0.engineCount } }
  package var livingEngineCount: Int { state.withLock { $0.engines.count { $0.number != HapticEngine.systemNumber } } }
}

/// Engines of earlier tests, set aside until the current test uses them.
///
/// Faults do not reach them, since a test must not stop a singleton that it does not use.
final class EarlierEngines: Sendable {
  private let missed = Mutex<[Int: [Fault]]>([:])
  private let isEmpty = Atomic<Bool>(true)
  /// Names of the tests in which engines were made.
  private let tests = Mutex<[Int: String]>([:])

  func begin(_ engines: [Int]) {
    missed.withLock { $0 = Dictionary(uniqueKeysWithValues: engines.map { ($0, []) }) }
    isEmpty.store(engines.isEmpty, ordering: .releasing)
  }

  /// Notes the test that the engines without one were made in.
  func note(_ engines: [Int], test: String) {
    tests.withLock { tests in
      tests = tests.filter { engines.contains($0.key) }
      for engine in engines where tests[engine] == nil { tests[engine] = test }
    }
  }

  func test(of engine: Int) -> String? { tests.withLock { $0[engine] } }

  /// The tests whose engines are set aside.
  var unusedTests: [String] {
    let engines = missed.withLock { $0.keys.sorted() }
    let tests = tests.withLock { $0 }
    var result: [String] = []
    for engine in engines { if let test = tests[engine], !result.contains(test) { result.append(test) } }
    return result
  }

  /// Returns whether the engine is set aside.
  func keep(_ faults: [Fault], for engine: Int) -> Bool {
    guard !isEmpty.load(ordering: .acquiring) else { return false }
    return missed.withLock { $0[engine]?.append(contentsOf: faults) != nil }
  }

  /// Returns the faults that an engine has missed, or `nil` if it is not set aside.
  func take(_ engine: Int) -> [Fault]? {
    guard !isEmpty.load(ordering: .acquiring) else { return nil }
    return missed.withLock { missed in
      let faults = missed.removeValue(forKey: engine)
      if missed.isEmpty { isEmpty.store(true, ordering: .releasing) }
      return faults
    }
  }
}

extension HapticEnvironment {
  /// A survivor enters the timeline and receives the faults that it has missed.
  func uses(_ engine: Int) {
    noteUse()
    guard let faults = earlierEngines.take(engine), let link = link(engine) else { return }
    link.logKept()
    for fault in faults { link.apply(fault) }
    guard !faults.isEmpty, let virtualTime, !virtualTime.isInside else { return }
    virtualTime.advance { virtualTime.now }
  }
}
