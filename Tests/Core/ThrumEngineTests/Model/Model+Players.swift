import ThrumEngine

extension Model {
  /// A player's command due at a frame of the run.
  struct Command {
    enum Order {
      case start(offset: Double?)
      case stop, cancel, pause, resume
      case seek(Double)
      case rate(Double)
      case loop(Bool, end: Frames)
    }

    let player: Int
    let frame: Frames
    let serial: Int
    let order: Order
  }

  mutating func performPlayer(_ step: Step) -> Int {
    switch step {
    case .makePlayer(let sample, let isAdvanced): return make(sample, isAdvanced: isAdvanced)
    case .playPattern(let sample): return playPattern(sample)
    case .drop(let id):
      guard isHeld(id) else { return 0 }
      if players[id]?.isActive == true { players[id]?.isDropped = true } else { players[id] = nil }
      return 0
    case .playerStart(let id, let when):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.playerStart) ?? play([id], when, offset: 0)
    case .startTogether(let ids, let when, let offset):
      guard ids.allSatisfy(isHeld), !ids.isEmpty else { return 0 }
      return phone.intercept(.playerStart) ?? play(ids, when, offset: offset)
    case .playerStop(let id, let when):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.playerStop) ?? stopPlayer(id, when)
    case .cancel(let id):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.playerCancel) ?? cancel(id)
    case .pause(let id, let when):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.playerPause) ?? hold(id, when, .pause)
    case .resume(let id, let when):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.playerResume) ?? hold(id, when, .resume)
    case .seek(let id, let offset):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.playerSeek) ?? seek(id, offset)
    case .parameter(let id, let when):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.sendParameters) ?? refusal(id, when) ?? 0
    case .curve(let id, let when):
      guard isHeld(id) else { return 0 }
      return phone.intercept(.scheduleParameterCurve) ?? refusal(id, when) ?? 0
    default: return setProperty(step)
    }
  }

  /// Whether the app still has the player: it makes no call on one that it has not made yet or has released.
  private func isHeld(_ id: Int) -> Bool { id <= playersMade && players[id]?.isDropped == false }

  /// Properties act at once and last for the player's life. A lost player has none to set.
  private mutating func setProperty(_ step: Step) -> Int {
    switch step {
    case .loop(let id, let isOn):
      guard isHeld(id) else { return 0 }
      return refusal(id, .now) ?? setLoop(id) { $0.loops = isOn }
    case .loopEnd(let id, let end):
      guard isHeld(id) else { return 0 }
      return refusal(id, .now) ?? setLoop(id) { $0.loopEnd = end }
    case .rate(let id, let rate):
      guard isHeld(id) else { return 0 }
      if let code = refusal(id, .now) { return code }
      // Rates that are not positive are ignored.
      if rate > 0 { apply(.rate(rate), to: id) }
      return 0
    default: return 0
    }
  }

  private mutating func setLoop(_ id: Int, _ change: (inout (loops: Bool, loopEnd: Frames)) -> Void) -> Int {
    guard var wanted = players[id]?.wanted else { return 0 }
    change(&wanted)
    players[id]?.wanted = wanted
    apply(.loop(wanted.loops, end: wanted.loopEnd), to: id)
    return 0
  }

  /// Sent for the current frame of the run, or applied directly when the engine is stopped.
  private mutating func apply(_ order: Command.Order, to id: Int) {
    if isRunning { send(order, to: id, at: now) } else { obey(order, id, at: 0) }
  }

  // MARK: Making

  private mutating func make(_ sample: Sample, isAdvanced: Bool) -> Int {
    if let code = phone.intercept(isAdvanced ? .makeAdvancedPlayer : .makePlayer) { return code }
    if phone.isServerDown { return -4811 }
    // A controller plays basic players only.
    if isAdvanced, phone.isController { return -4809 }
    if sample == .nothing { return -4813 }
    playersMade += 1
    players[playersMade] = ModelPlayer(sample)
    return 0
  }

  /// Starts the engine when it does not run, with or without auto-shutdown.
  private mutating func playPattern(_ sample: Sample) -> Int {
    if let code = phone.intercept(.playPattern) { return code }
    if phone.isServerDown { return -4811 }
    if sample == .nothing { return -4813 }
    let id = 1_000 + anonymousPlayers
    anonymousPlayers += 1
    players[id] = ModelPlayer(sample)
    players[id]?.isAnonymous = true
    players[id]?.isDropped = true
    let code = play([id], .now, offset: 0, startsEngine: true)
    if code != 0 { players[id] = nil }
    return code
  }

  // MARK: Calls

  /// Why a call is refused: an invalid time first, then a lost player.
  private func refusal(_ id: Int, _ when: Step.When) -> Int? {
    if when == .invalid { return -4840 }
    guard let player = players[id], !player.isLost else { return -4812 }
    return nil
  }

  /// Time 0 and times in the past mean now.
  private func time(_ when: Step.When) -> Frames {
    if case .ahead(let frames) = when { return now + frames }
    return now
  }

  private mutating func play(_ ids: [Int], _ when: Step.When, offset: Frames, startsEngine: Bool = false) -> Int {
    for id in ids { if let code = refusal(id, when) { return code } }
    // Active players already have a channel.
    let added = ids.count { players[$0]?.isActive == false }
    guard added == 0 || activeCount + added <= phone.channels else { return -10_851 }
    if !isRunning {
      guard startsEngine || (isAutoShutdownEnabled && !needsRestart) else { return -4805 }
      let code = start()
      if code != 0 { return code }
    }
    for id in ids {
      players[id]?.isActive = true
      send(.start(offset: offset > 0 ? Double(offset) : nil), to: id, at: time(when))
    }
    return 0
  }

  /// Stopping an idle player does nothing, now or later. A stop does not cancel a later start.
  private mutating func stopPlayer(_ id: Int, _ when: Step.When) -> Int {
    if let code = refusal(id, when) { return code }
    if isRunning, players[id]?.isActive == true { send(.stop, to: id, at: time(when)) }
    return 0
  }

  /// Removes everything pending. A player with a pending start completes at once.
  private mutating func cancel(_ id: Int) -> Int {
    if let code = refusal(id, .now) { return code }
    guard isRunning else { return 0 }
    let isToCome = { [now, runBegan] (command: Command) in command.player == id && runBegan + command.frame > now }
    let isAhead = commands.contains { isToCome($0) && $0.isStart }
    commands.removeAll(where: isToCome)
    send(.cancel, to: id, at: now)
    if isAhead { complete(id, error: 0) }
    return 0
  }

  /// Pause and resume need a running engine and do nothing to an idle player.
  private mutating func hold(_ id: Int, _ when: Step.When, _ order: Command.Order) -> Int {
    if let code = refusal(id, when) { return code }
    guard isRunning else { return -4805 }
    if players[id]?.isActive == true { send(order, to: id, at: time(when)) }
    return 0
  }

  /// Works without a running engine: the position is kept for the next start.
  private mutating func seek(_ id: Int, _ offset: Frames) -> Int {
    if offset < 0 { return -4840 }
    if let code = refusal(id, .now) { return code }
    apply(.seek(Double(offset)), to: id)
    return 0
  }

  private mutating func send(_ order: Command.Order, to id: Int, at time: Frames) {
    serial += 1
    let command = Command(player: id, frame: time - runBegan, serial: serial, order: order)
    let place = commands.firstIndex { $0.frame > command.frame } ?? commands.count
    commands.insert(command, at: place)
  }
}

extension Model.Command {
  var isStart: Bool { if case .start = order { true } else { false } }
}
