import Synchronization
import TestSupport
import ThrumEngine
import ThrumPattern

/// An engine in virtual time that takes steps, with the observations of its app.
final class Subject {
  let environment: HapticEnvironment
  private(set) var engine: HapticEngine?
  private let diary: Diary
  /// Players by order of creation, `nil` once released, and their numbers.
  private var players: [HapticPlayer?] = []
  private var numbers: [Int] = []
  private var sounds: [Int] = []
  private var now: Frames = 0

  init(isController: Bool) throws {
    environment = .virtual(profile: isController ? .controller : .phone)
    diary = Diary(environment)
    let engine = try HapticEngine(in: environment)
    let app = App(engine: engine, diary: diary)
    self.engine = engine
    self.app = app
    engine.withEngine { engine in
      engine.setStoppedHandler { app.didStop($0) }
      engine.setResetHandler { app.didReset() }
    }
  }

  private let app: App
  private static let sound = PackageFolder.root
    .appendingPathComponent("Tests/Apple/ExampleApps/Sources/Marble/Resources/wood.wav").path

  func take(_ step: Step) -> Observation {
    var result = Observation(error: perform(step))
    guard let engine else { return result }
    let (state, count, active) = engine.withEngine { ($0.state, $0.activePlayerCount, $0.activePlayers) }
    result.state = state == .running ? .running : state == .stopped ? .stopped : .between
    result.activeCount = count
    result.active = Set(numbers.indices.filter { active.contains(numbers[$0]) }.map { $0 + 1 })
    result.deliveries = diary.take()
    return result
  }

  /// Releases the engine and returns the handler calls that follow.
  func letGo() -> [Observation.Delivery] {
    engine = nil
    environment.advance(by: 1)
    return diary.take()
  }

  private func perform(_ step: Step) -> Int {
    do {
      try act(step)
      return 0
    } catch let error as EngineError { return error.code.rawValue } catch { return .min }
  }

  private func act(_ step: Step) throws {
    guard let engine else { return }
    switch step {
    case .start(let hasCompletion):
      guard hasCompletion else { return try engine.startAndWait() }
      engine.start(completion: diary.noter(.started))
    case .stop(let hasCompletion): engine.stop(completion: hasCompletion ? diary.noter(.stopCompleted) : nil)
    case .notifyWhenFinished(let stops):
      let note = diary.noter(.finished)
      try engine.withEngine { engine throws(EngineError) in
        try engine.notifyWhenPlayersFinished { error in
          note(error)
          return stops ? .stopEngine : .leaveEngineRunning
        }
      }
    case .autoShutdown(let isOn): engine.withEngine { $0.setAutoShutdownEnabled(isOn) }
    case .hapticsOnly(let isOn): engine.withEngine { $0.setPlaysHapticsOnly(isOn) }
    case .restartsWhenStopped(let isOn): app.restartsWhenStopped = isOn
    case .restartsWhenReset(let isOn): app.restartsWhenReset = isOn
    case .registerSound:
      // Any file will do: nothing reads it here.
      let id = try engine.withEngine { engine throws(EngineError) in try engine.registerSound(path: Subject.sound) }
      sounds.append(id)
    case .unregisterSound(let number):
      let id = sounds.indices.contains(number - 1) ? sounds[number - 1] : 1_000
      try engine.withEngine { engine throws(EngineError) in try engine.unregisterSound(id) }
    case .advance(let frames):
      now += frames
      environment.advance(to: Double(now) / 48_000)
    case .fault(let fault): environment.apply(fault)
    case .faultLater(let fault, let delay): environment.schedule(fault, after: Double(delay) / 48_000)
    default: try actOnPlayer(step, engine)
    }
  }

  // MARK: Players

  private func actOnPlayer(_ step: Step, _ engine: HapticEngine) throws {
    switch step {
    case .makePlayer(let sample, let isAdvanced): try make(sample, isAdvanced, engine)
    case .playPattern(let sample):
      try engine.withEngine { engine throws(EngineError) in try engine.playPattern(sample.pattern) }
    case .drop(let id): if id <= players.count { players[id - 1] = nil }
    case .playerStart(let id, let when): try player(id)?.start(at: time(when))
    case .startTogether(let ids, let when, let offset):
      let (held, time) = (ids.compactMap(player), time(when))
      guard held.count == ids.count, !ids.isEmpty else { return }
      try engine.withEngine { engine throws(EngineError) in
        try engine.start(held, at: time, offset: Double(offset) / 48_000)
      }
    case .playerStop(let id, let when): try player(id)?.stop(at: time(when))
    case .cancel(let id): try player(id)?.cancel()
    case .pause(let id, let when): try player(id)?.pause(at: time(when))
    case .resume(let id, let when): try player(id)?.resume(at: time(when))
    case .seek(let id, let offset): try player(id)?.seek(to: Double(offset) / 48_000)
    default: try setProperty(step)
    }
  }

  private func setProperty(_ step: Step) throws {
    switch step {
    case .loop(let id, let isOn): try player(id)?.setLoops(isOn)
    case .loopEnd(let id, let end): try player(id)?.setLoopEnd(Double(end) / 48_000)
    case .rate(let id, let rate): try player(id)?.setRate(rate)
    case .mute(let id, let isOn): player(id)?.isMuted = isOn
    case .parameter(let id, let when):
      try player(id)?.send([DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0)], at: time(when))
    case .curve(let id, let when):
      let points = [ControlPoint(time: 0, value: 1), ControlPoint(time: 0.2, value: 0.25)]
      try player(id)?.schedule(ParameterCurve(.hapticIntensityControl, time: 0, points: points), at: time(when))
    default: return
    }
  }

  private func make(_ sample: Sample, _ isAdvanced: Bool, _ engine: HapticEngine) throws {
    var options = PlayerOptions()
    options.isAdvanced = isAdvanced
    let finalOptions = options
    let player = try engine.withEngine { engine throws(EngineError) in
      try engine.makePlayer(sample.pattern, options: finalOptions)
    }
    players.append(player)
    numbers.append(player.number)
    player.setCompletionHandler(diary.noter(.completion, player: players.count))
  }

  /// `nil` for a player that is not made yet or released.
  private func player(_ id: Int) -> HapticPlayer? { id <= players.count ? players[id - 1] : nil }

  private func time(_ when: Step.When) -> Double {
    switch when {
    case .now: 0
    case .past(let frames): environment.origin + Double(now - frames) / 48_000
    case .ahead(let frames): environment.origin + Double(now + frames) / 48_000
    case .invalid: .nan
    }
  }
}

/// The app's engine handlers: they record calls and may restart the engine.
private final class App: Sendable {
  private struct Weak: Sendable { weak let engine: HapticEngine? }
  private let box: Weak
  private let diary: Diary
  private let switches = Mutex((stopped: false, reset: false))

  init(engine: HapticEngine, diary: Diary) {
    box = Weak(engine: engine)
    self.diary = diary
  }

  var restartsWhenStopped: Bool {
    get { switches.withLock { $0.stopped } }
    set { switches.withLock { $0.stopped = newValue } }
  }

  var restartsWhenReset: Bool {
    get { switches.withLock { $0.reset } }
    set { switches.withLock { $0.reset = newValue } }
  }

  func didStop(_ reason: HapticEngine.StoppedReason) {
    diary.note(.stopped, detail: reason.rawValue)
    if restartsWhenStopped { restart() }
  }

  func didReset() {
    diary.note(.reset)
    if restartsWhenReset { restart() }
  }

  private func restart() {
    // The engine's state shows whether it succeeded.
    do throws(EngineError) { try box.engine?.startAndWait() } catch {}
  }
}

/// Handler calls with their times.
private final class Diary: Sendable {
  private let deliveries = Mutex<[Observation.Delivery]>([])
  private let environment: HapticEnvironment

  init(_ environment: HapticEnvironment) { self.environment = environment }

  func note(_ kind: Observation.Delivery.Kind, player: Int? = nil, detail: Int = 0) {
    let frames = environment.now * 48_000
    // The model has no times between two frames.
    let isWhole = abs(frames - frames.rounded()) < 1e-3
    let delivery = Observation.Delivery(
      time: isWhole ? Int(frames.rounded()) : -1, kind: kind, player: player, detail: detail)
    deliveries.withLock { $0.append(delivery) }
  }

  func noter(_ kind: Observation.Delivery.Kind, player: Int? = nil) -> HapticEngine.CompletionHandler {
    { [self] error in note(kind, player: player, detail: error?.code.rawValue ?? 0) }
  }

  func take() -> [Observation.Delivery] {
    deliveries.withLock { deliveries in
      defer { deliveries = [] }
      return deliveries
    }
  }
}
