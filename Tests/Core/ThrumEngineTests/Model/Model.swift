import ThrumEngine

/// What an engine has to do, by the specification, as plainly as it can be said: an app's calls one after the other,
/// and 64 frames of time at once. Shares no code with the engine; `Fault` and `EngineCall` are only names here.
///
/// Times are frames since the environment's beginning. Answers of calls are numbers of errors, 0 being none.
struct Model {
  var now: Frames = 0
  var phone: ModelPhone
  var isRunning = false
  var restartsWhenStopped = false
  var restartsWhenReset = false
  var isAutoShutdownEnabled = false
  var playsHapticsOnly = false
  /// What `playsHapticsOnly` was at the start: it acts from the next one on.
  var runsHapticsOnly = false
  /// Players in the order of making; those of `playPattern` follow a numbering of their own.
  var players: [Int: ModelPlayer] = [:]
  var playersMade = 0
  var anonymousPlayers = 0
  /// Registered sounds, by their place in the order of registering.
  var sounds: Set<Int> = []
  var soundsMade = 0
  /// What waits for the end of all players: whether it stops the engine then.
  var finishedHandlers: [Bool] = []
  /// What handlers are still to be told, in order.
  var mailbox: [Message] = []
  var told: [Observation.Delivery] = []
  /// Since when nobody has been active, the engine has run and auto-shutdown has been on.
  var idleSince: Frames = 0
  /// Faults that are to come.
  var laterFaults: [(time: Frames, fault: Fault)] = []

  // The run of the engine: see Model+Time.
  var runBegan: Frames = 0
  var rendered: Frames = 0
  var commands: [Command] = []
  var serial = 0

  /// Two things fall on the same instant, and nothing says which comes first: no test can be made of it.
  var isAmbiguous = false

  /// Something for a handler.
  struct Message {
    var kind: Observation.Delivery.Kind
    var player: Int?
    var detail = 0
    /// For a finished handler: whether it returns that the engine is to stop.
    var stops = false
  }

  static let idleFrames: Frames = 120 * 48_000

  init(isController: Bool) { phone = ModelPhone(isController: isController) }

  /// Takes a step and returns what is to be seen then.
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
      // Setting it, to whatever, begins the idle time again.
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

  /// Starting a running engine is harmless, whatever the phone's state; a told failure fails it all the same.
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
    // The app's own stop: no stopped handler, players complete without an error.
    if code == nil { end(reason: nil, error: 0) }
    if hasCompletion { mailbox.append(tell(.stopCompleted, detail: code ?? 0)) }
    return 0
  }

  /// The engine stops: players complete in the order of making, then whoever waits for all of them, then the stopped
  /// handler.
  mutating func end(reason: Int?, error: Int) {
    guard isRunning else { return }
    isRunning = false
    // What is due has happened: a start has used up its seek, a rate and a loop are kept. What is to come is forgotten.
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

  /// A playback is over, or a start will never be: the player's completion, then those who wait for the last one, in the
  /// order in which they came.
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
  /// The app lets go of the engine: who waits is notified, then the stopped handler of a running engine (engineDestroyed).
  /// The players are forgotten with it; their completions never come, and a handler's wish to stop or start the engine
  /// has nobody to go to.
  mutating func letGo() -> [Observation.Delivery] {
    if isRunning { mailbox.append(tell(.stopped, detail: 5)) }
    return mailbox.map { Observation.Delivery(time: now, kind: $0.kind, player: $0.player, detail: $0.detail) }
  }
}
