import Synchronization
import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// An engine in virtual time, driven synchronously, with a record of its handler calls.
final class EngineRig: Sendable {
  let environment: HapticEnvironment
  let engine: HapticEngine
  private let ear: Ear

  /// Creates an engine with recording handlers.
  init(
    profile: HardwareProfile = .phone, configuration: EngineConfiguration = EngineConfiguration(),
    environment: HapticEnvironment? = nil
  ) throws {
    let environment = environment ?? .virtual(profile: profile)
    self.environment = environment
    engine = try HapticEngine(configuration, in: environment)
    let ear = Ear(environment)
    self.ear = ear
    engine.withEngine { engine in
      engine.setStoppedHandler { ear.hear("stopped \($0.name)") }
      engine.setResetHandler { ear.hear("reset") }
    }
  }

  /// Records a handler call with its time.
  func hear(_ text: String) { ear.hear(text) }

  /// Recorded calls in order, such as `0.5 stopped idleTimeout`.
  var told: [String] { ear.told }

  func pass(_ seconds: Double) { environment.advance(by: seconds) }

  var state: EngineState { engine.withEngine { $0.state } }
  var isRunning: Bool { state == .running }

  func start() throws(EngineError) { try engine.startAndWait() }

  func stop() { engine.stop { [ear] error in ear.hear("stop done \(error?.code.name ?? "")") } }

  /// A player with a recording completion handler.
  func player(_ pattern: Pattern, isAdvanced: Bool = true) throws -> HapticPlayer {
    var options = PlayerOptions()
    options.isAdvanced = isAdvanced
    let made = options
    let player = try engine.withEngine { (engine) throws(EngineError) in
      try engine.makePlayer(pattern, options: made)
    }
    player.setCompletionHandler { [ear, number = player.number] error in
      ear.hear("done \(number)\(error.map { " \($0.code.name)" } ?? "")")
    }
    return player
  }

  /// Runs a closure on the engine.
  func `do`<Result: Sendable>(
    _ body: @Sendable (isolated HapticEngine) throws -> Result
  ) throws -> Result { try engine.withEngine(body) }

  func play(_ player: HapticPlayer, after delay: Double? = nil) throws {
    try player.start(at: delay.map { environment.engineTime + $0 } ?? 0)
  }

  /// Error code of a call of the engine, `nil` on success.
  func code(_ body: @Sendable (isolated HapticEngine) throws -> Void) -> EngineError.Code? {
    code { try engine.withEngine(body) }
  }

  /// Error code of a call, `nil` on success.
  func code(_ body: () throws -> Void) -> EngineError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? EngineError)?.code ?? .unknownError }
  }

  /// Frames of the events in the log.
  func eventFrames() -> [Int64] {
    environment.timeline.entries.compactMap {
      if case .event(_, _, let frame, _, _, _) = $0.fact { frame } else { nil }
    }
  }
}

/// Recorded handler calls.
private final class Ear: Sendable {
  private let environment: HapticEnvironment
  private let heard = Mutex<[String]>([])
  init(_ environment: HapticEnvironment) { self.environment = environment }
  var told: [String] { heard.withLock { $0 } }
  func hear(_ text: String) {
    let time = environment.now
    heard.withLock { $0.append("\(TimelineText.number(time)) \(text)") }
  }
}
