import ThrumDevice
import ThrumRender
import Synchronization

extension HapticEngine {
  // MARK: Starting

  /// Starts the engine and waits for it. Starting a running engine does nothing.
  ///
  /// - Throws: ``EngineError`` `serverInitFailed` and kin when the device cannot be opened, with the device's own error
  ///   in ``EngineError/output``; `engineStartTimeout` after 2 s; whatever the state of the device forbids.
  /// - Thread: any but the engine's own queue; in virtual time it returns at once.
  public nonisolated func startAndWait() throws(EngineError) {
    let answer = Answer()
    withEngine { $0.requestStart { answer.set($0) } }
    guard answer.isSet || !executor.isCurrent else {
      throw EngineError(.operationNotPermitted, "the engine's own queue cannot wait for a start: use a completion")
    }
    // The engine itself gives up after 2 s by its clock.
    if let error = answer.wait() { throw error }
  }

  /// Starts the engine; returns when it runs. Starting a running engine does nothing.
  ///
  /// - Throws: as ``startAndWait()``.
  public nonisolated func start() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      withEngine { $0.requestStart { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Starts the engine, returns at once, and calls back when it runs or cannot.
  public nonisolated func start(completion: @escaping CompletionHandler) {
    let teardown = teardown
    withEngine { engine in
      engine.requestStart { error in
        teardown.deliver(.started, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }

  /// Longest time a start may take, s.
  public static let startSeconds = 2.0
  /// Longest time a stop may take, s, unless the output says otherwise.
  public static let stopSeconds = 0.3
  /// Longest time that a device may take no frames while the engine runs, s: a frozen sound server may come back.
  public static let standstillSeconds = 35.0

  // MARK: Stopping

  /// Stops the engine and returns when it has stopped: transients that are due sound to their end, continuous events
  /// release, active players complete. Does not call the stopped handler. Stopping a stopped engine does nothing.
  ///
  /// - Throws: what a fault tells the call.
  public nonisolated func stop() async throws(EngineError) {
    let error = await withCheckedContinuation { continuation in
      withEngine { $0.requestStop { continuation.resume(returning: $0) } }
    }
    if let error { throw error }
  }

  /// Stops the engine and waits for it, about 0.3 s at most, or as long as its output says; see ``stop()``.
  ///
  /// - Throws: what a fault tells the call.
  /// - Thread: any but the engine's own queue; in virtual time it returns at once.
  public nonisolated func stopAndWait() throws(EngineError) {
    let answer = Answer()
    withEngine { $0.requestStop { answer.set($0) } }
    guard answer.isSet || !executor.isCurrent else {
      throw EngineError(.operationNotPermitted, "the engine's own queue cannot wait for a stop: use a completion")
    }
    // The engine itself gives the device up after 0.3 s by its clock.
    if let error = answer.wait() { throw error }
  }

  /// Stops the engine, returns at once, and calls back when it has stopped.
  public nonisolated func stop(completion: CompletionHandler? = nil) {
    let teardown = teardown
    withEngine { engine in
      engine.requestStop { error in
        guard let completion else { return }
        teardown.deliver(.stopCompleted, detail: error?.code.name ?? "") { completion(error) }
      }
    }
  }
}

/// The answer to a start or a stop, for a thread that waits for it.
private final class Answer: Sendable {
  private let latch = Latch()
  private let answer = Mutex<EngineError??>(nil)

  func set(_ error: EngineError?) {
    answer.withLock { $0 = .some(error) }
    latch.raise()
  }

  var isSet: Bool { answer.withLock { $0 != nil } }

  /// The error, or `nil` when all went well. The engine answers every request, at the latest when it goes.
  func wait() -> EngineError? {
    while !isSet { latch.wait() }
    return answer.withLock { $0 } ?? nil
  }
}
