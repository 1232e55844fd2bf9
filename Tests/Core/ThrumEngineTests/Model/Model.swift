import ThrumEngine

/// The engine's specified behaviour in its simplest form: one call at a time, 64 frames at a time. Shares no code with
/// the engine; `Fault` and `EngineCall` are only names here.
///
/// Times are frames since the environment's creation. Calls return error codes, 0 for none.
struct Model {
  var now: Frames = 0
  var phone: ModelPhone
  var isRunning = false
  var restartsWhenStopped = false
  var restartsWhenReset = false
  var isAutoShutdownEnabled = false
  /// Whether the app must start the engine, even with auto-shutdown.
  var needsRestart = false
  var playsHapticsOnly = false
  /// `playsHapticsOnly` as of the last start.
  var runsHapticsOnly = false
  /// Players by order of creation; those of `playPattern` are numbered separately.
  var players: [Int: ModelPlayer] = [:]
  var playersMade = 0
  var anonymousPlayers = 0
  /// Registered sounds by order of registration.
  var sounds: Set<Int> = []
  var soundsMade = 0
  /// Pending finished handlers: whether each stops the engine.
  var finishedHandlers: [Bool] = []
  /// Pending handler calls, in order.
  var mailbox: [Message] = []
  var told: [Observation.Delivery] = []
  /// Frame from which the idle time counts.
  var idleSince: Frames = 0
  /// Scheduled faults.
  var laterFaults: [(time: Frames, fault: Fault)] = []

  // The run of the engine: see Model+Time.
  var runBegan: Frames = 0
  var rendered: Frames = 0
  var commands: [Command] = []
  var serial = 0

  /// Two things are due at the same instant in an unspecified order, so nothing can be compared.
  var isAmbiguous = false

  /// A pending handler call.
  struct Message {
    var kind: Observation.Delivery.Kind
    var player: Int?
    var detail = 0
    /// For a finished handler: whether it stops the engine.
    var stops = false
  }

  static let idleFrames: Frames = 120 * 48_000

  init(isController: Bool) { phone = ModelPhone(isController: isController) }

  /// Takes a step and returns the resulting observation.
  mutating func take(_ step: Step) -> Observation {
    told = []
    let error = perform(step)
    var result = Observation(error: error, state: isRunning ? .running : .stopped, deliveries: told)
    result.active = Set(players.filter { $0.value.isActive && !$0.value.isAnonymous }.keys)
    result.activeCount = activeCount
    return result
  }

  var activeCount: Int { players.values.count { $0.isActive } }

  func tell(_ kind: Observation.Delivery.Kind, player: Int? = nil, detail: Int = 0) -> Message {
    Message(kind: kind, player: player, detail: detail)
  }

  // MARK: Steps

  private mutating func perform(_ step: Step) -> Int {
    switch step {
    case .start(let hasCompletion):
      let error = start()
      guard hasCompletion else { return error }
      mailbox.append(tell(.started, detail: error))
      return 0
    case .stop(let hasCompletion): return stop(hasCompletion: hasCompletion)
    case .notifyWhenFinished(let stops): return notify(stops: stops)
    case .autoShutdown(let isOn):
      // Setting it to any value restarts the idle time.
      isAutoShutdownEnabled = isOn
      idleSince = now
      return 0
    case .hapticsOnly(let isOn):
      playsHapticsOnly = isOn
      return 0
    case .restartsWhenStopped(let isOn):
      restartsWhenStopped = isOn
      return 0
    case .restartsWhenReset(let isOn):
      restartsWhenReset = isOn
      return 0
    case .registerSound, .unregisterSound: return performSound(step)
    case .fault(let fault):
      apply(fault)
      return 0
    case .faultLater(let fault, let delay):
      laterFaults.append((now + delay, fault))
      return 0
    case .advance(let frames):
      advance(to: now + frames)
      return 0
    default: return performPlayer(step)
    }
  }

  private mutating func performSound(_ step: Step) -> Int {
    if case .unregisterSound(let id) = step {
      if let code = phone.intercept(.unregisterAudioResource) { return code }
      return sounds.remove(id) == nil ? -4824 : 0
    }
    if let code = phone.intercept(.registerAudioResource) { return code }
    if phone.isServerDown { return -4811 }
    soundsMade += 1
    sounds.insert(soundsMade)
    return 0
  }

  // MARK: Engine

  /// Starting a running engine always succeeds unless a failure was injected.
  mutating func start() -> Int {
    if let code = phone.intercept(.start) { return code }
    if isRunning { return 0 }
    if let code = phone.startRefusal(playsHapticsOnly: playsHapticsOnly) { return code }
    isRunning = true
    runsHapticsOnly = playsHapticsOnly
    runBegan = now
    rendered = 0
    commands = []
    idleSince = now
    return 0
  }

  private mutating func stop(hasCompletion: Bool) -> Int {
    let code = phone.intercept(.stop)
    // The app's own stop: no stopped handler, and players complete without an error.
    if code == nil { end(reason: nil, error: 0) }
    if hasCompletion { mailbox.append(tell(.stopCompleted, detail: code ?? 0)) }
    return 0
  }

  /// Stops the engine: players complete in order of creation, then the finished handlers run, then the stopped
  /// handler.
  mutating func end(reason: Int?, error: Int) {
    guard isRunning else { return }
    isRunning = false
    needsRestart = reason.map { $0 != 3 } ?? (error != 0)
    // Due commands have taken effect: a start has consumed its seek; rate and loop are kept. Pending commands are
    // dropped.
    while let command = commands.first, runBegan + command.frame <= now {
      commands.removeFirst()
      obey(command.order, command.player, at: command.frame)
    }
    commands = []
    if players.values.contains(where: \.hasSoughtUnseen) { isAmbiguous = true }
    for (id, player) in players.sorted(by: { $0.key < $1.key }) {
      players[id]?.end()
      players[id]?.hasEndedUnseen = false
      if player.isActive { complete(id, error: error) }
    }
    if let reason { mailbox.append(tell(.stopped, detail: reason)) }
  }

  private mutating func notify(stops: Bool) -> Int {
    if let code = phone.intercept(.notifyWhenPlayersFinished) { return code }
    if activeCount == 0 {
      mailbox.append(Message(kind: .finished, stops: stops))
    } else {
      finishedHandlers.append(stops)
    }
    return 0
  }

  /// Completes a player when its playback is over or its pending start is dropped, then calls the finished handlers in
  /// order if it was the last.
  mutating func complete(_ id: Int, error: Int) {
    guard let player = players[id], player.isActive else { return }
    players[id]?.isActive = false
    if !player.isAnonymous { mailbox.append(tell(.completion, player: id, detail: error)) }
    if player.isDropped { players[id] = nil }
    guard activeCount == 0 else { return }
    for stops in finishedHandlers { mailbox.append(Message(kind: .finished, detail: error, stops: stops)) }
    finishedHandlers = []
    idleSince = now
  }
}

extension Model {
  /// The app releases the engine: finished handlers run, then the stopped handler of a running engine
  /// (engineDestroyed). The players are gone, so their completions never come, and what a handler asks of the engine
  /// has no effect.
  mutating func letGo() -> [Observation.Delivery] {
    if isRunning { mailbox.append(tell(.stopped, detail: 5)) }
    return mailbox.map { Observation.Delivery(time: now, kind: $0.kind, player: $0.player, detail: $0.detail) }
  }
}
