// Tasks, actors, streams, and values that cross between them.
@preconcurrency import CoreHaptics
import Foundation

nonisolated enum EngineState: Sendable, Equatable {
  case idle, running
  case stopped(CHHapticEngine.StoppedReason)
  case failed(CHHapticError.Code)
}

nonisolated struct Tap: Sendable {
  var type: CHHapticEvent.EventType = .hapticTransient
  var parameters: [CHHapticEvent.ParameterID: Float] = [:]
  var control: CHHapticDynamicParameter.ID?
  func event() -> CHHapticEvent {
    CHHapticEvent(
      eventType: type, parameters: parameters.map { .init(parameterID: $0.key, value: $0.value) }, relativeTime: 0)
  }
}

actor HapticService {
  static let shared = HapticService()
  private var engine: CHHapticEngine?
  private var player: CHHapticPatternPlayer?
  private var state = EngineState.idle
  private let (reasons, reasonFeed) = AsyncStream<EngineState>.makeStream()

  func states() -> AsyncStream<EngineState> { reasons }

  func prepare() async throws {
    guard engine == nil else { return }
    let engine = try CHHapticEngine()
    let feed = reasonFeed
    engine.stoppedHandler = { reason in feed.yield(.stopped(reason)) }
    engine.resetHandler = { [weak self] in
      Task { await self?.restart() }
    }
    try await engine.start()
    self.engine = engine
    state = .running
  }

  private func restart() async {
    do {
      try await engine?.start()
      state = .running
    } catch let error as CHHapticError {
      state = .failed(error.code)
    } catch {
      state = .failed(.unknownError)
    }
  }

  func play(_ taps: [Tap]) async throws {
    if state != .running { try await prepare() }
    guard let engine else { throw CHHapticError(.engineNotRunning) }
    let pattern = try CHHapticPattern(events: taps.map { $0.event() }, parameters: [])
    player = try engine.makePlayer(with: pattern)
    try player?.start(atTime: CHHapticTimeImmediate)
  }

  func stop() async {
    do { try await engine?.stop() } catch { state = .failed((error as? CHHapticError)?.code ?? .unknownError) }
  }

  func finished() async -> Bool {
    guard let engine else { return true }
    return await withCheckedContinuation { continuation in
      engine.notifyWhenPlayersFinished { error in
        continuation.resume(returning: error == nil)
        return .leaveEngineRunning
      }
    }
  }

  func startWithCallback() async throws {
    let engine = try CHHapticEngine()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      engine.start { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
    self.engine = engine
  }
}

@MainActor
final class Conductor {
  private var engine: CHHapticEngine?
  private var task: Task<Void, any Error>?
  nonisolated let capability = CHHapticEngine.capabilitiesForHardware().supportsHaptics

  func begin() {
    task = Task { [weak self] in
      try await HapticService.shared.prepare()
      try await HapticService.shared.play([Tap(), Tap(parameters: [.hapticIntensity: 0.5])])
      await Task.yield()
      try Task.checkCancellation()
      await MainActor.run { self?.end() }
    }
  }

  func listen() {
    Task {
      for await state in await HapticService.shared.states() {
        if case .stopped(let reason) = state, reason == .applicationSuspended { end() }
      }
    }
  }

  func own() async throws {
    engine = try CHHapticEngine(audioSession: nil)
    engine?.isAutoShutdownEnabled = true
    try await engine?.start()
    engine?.resetHandler = { [weak self] in
      guard let self else { return }
      DispatchQueue.main.async { try? self.engine?.start() }
    }
    async let done = HapticService.shared.finished()
    _ = await done
    try await engine?.stop()
  }

  func end() {
    task?.cancel()
    engine?.stop()
  }
}
