import Synchronization
import ThrumEngine
import ThrumPattern

/// An engine in virtual time that takes steps, with the observations of its app.
final class Subject {
  let environment: HapticEnvironment
  private(set) var engine: HapticEngine?
  private let diary: Diary
  private var players: [PlayerID] = []
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
  private static let sound = try? SoundFixture(seconds: 0.01)

  func take(_ step: Step) -> Observation {
    var result = Observation(error: perform(step))
    guard let engine else { return result }
    let (state, count) = engine.withEngine { ($0.state, $0.activePlayerCount) }
    result.state = state == .running ? .running : state == .stopped ? .stopped : .between
    result.activeCount = count
    let ids = players
    result.active = Set(engine.withEngine { engine in ids.indices.filter { engine.isActive(ids[$0]) }.map { $0 + 1 } })
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
      let path = Subject.sound?.path ?? ""
      let id = try engine.withEngine { engine throws(EngineError) in try engine.registerSound(path: path) }
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
    case .drop(let id): with(id) { engine, id in engine.drop(id) }
    case .playerStart(let id, let when):
      let time = time(when)
      try with(id) { engine, id throws(EngineError) in try engine.start(id, atTime: time) }
    case .startTogether(let numbers, let when, let offset):
      guard numbers.allSatisfy({ $0 <= players.count }), !numbers.isEmpty else { return }
      let (ids, time) = (numbers.map { players[$0 - 1] }, time(when))
      try engine.withEngine { engine throws(EngineError) in
        try engine.start(ids, atTime: time, offset: Double(offset) / 48_000)
      }
    case .playerStop(let id, let when):
      let time = time(when)
      try with(id) { engine, id throws(EngineError) in try engine.stop(id, atTime: time) }
    case .cancel(let id): try with(id) { engine, id throws(EngineError) in try engine.cancel(id) }
    case .pause(let id, let when):
      let time = time(when)
      try with(id) { engine, id throws(EngineError) in try engine.pause(id, atTime: time) }
    case .resume(let id, let when):
      let time = time(when)
      try with(id) { engine, id throws(EngineError) in try engine.resume(id, atTime: time) }
    case .seek(let id, let offset):
      try with(id) { engine, id throws(EngineError) in try engine.seek(id, toOffset: Double(offset) / 48_000) }
    default: try setProperty(step)
    }
  }

  private func setProperty(_ step: Step) throws {
    switch step {
    case .loop(let id, let isOn): try with(id) { engine, id throws(EngineError) in try engine.setLooping(id, isOn) }
    case .loopEnd(let id, let end):
      try with(id) { engine, id throws(EngineError) in try engine.setLoopEnd(id, Double(end) / 48_000) }
    case .rate(let id, let rate):
      try with(id) { engine, id throws(EngineError) in try engine.setPlaybackRate(id, rate) }
    case .mute(let id, let isOn): with(id) { engine, id in engine.setMuted(id, isOn) }
    case .parameter(let id, let when):
      let time = time(when)
      try with(id) { engine, id throws(EngineError) in
        try engine.sendParameters(
          [DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0)], to: id, atTime: time)
      }
    case .curve(let id, let when):
      let time = time(when)
      let points = [ControlPoint(time: 0, value: 1), ControlPoint(time: 0.2, value: 0.25)]
      try with(id) { engine, id throws(EngineError) in
        try engine.scheduleParameterCurve(
          ParameterCurve(.hapticIntensityControl, time: 0, points: points), on: id, atTime: time)
      }
    default: return
    }
  }

  private func make(_ sample: Sample, _ isAdvanced: Bool, _ engine: HapticEngine) throws {
    var options = PlayerOptions()
    options.isAdvanced = isAdvanced
    let finalOptions = options
    let note = diary.noter(.completion, player: players.count + 1)
    players.append(
      try engine.withEngine { engine throws(EngineError) in
        let id = try engine.addPlayer(sample.pattern, options: finalOptions)
        engine.setCompletionHandler(id, note)
        return id
      })
  }

  private func with<Failure: Error>(
    _ number: Int, _ body: @Sendable (isolated HapticEngine, PlayerID) throws(Failure) -> Void
  ) throws(Failure) {
    guard let engine, number <= players.count else { return }
    let id = players[number - 1]
    try engine.withEngine { engine throws(Failure) in try body(engine, id) }
  }

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
