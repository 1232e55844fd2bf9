/// Time: the renderer works in quanta of 64 frames from the engine's start. Events in a quantum are known at its end;
/// the app's calls act at their exact frame.
extension Model {
  private static let quantum: Frames = 64

  mutating func advance(to target: Frames) {
    while true {
      if !mailbox.isEmpty {
        deliver(mailbox.removeFirst())
        continue
      }
      let timer = nextTimer
      let limit = min(timer, target)
      if let end = render(until: limit - runBegan) {
        now = runBegan + end
        if now == timer { isAmbiguous = true }
        completeTheFinished()
        continue
      }
      // Whether a timer due exactly at the end belongs to this advance is a matter of rounding.
      if timer == target { isAmbiguous = true }
      now = limit
      guard timer <= target else { return }
      fire(at: timer)
    }
  }

  // MARK: Timers

  private var idleDeadline: Frames? {
    isAutoShutdownEnabled && isRunning && activeCount == 0 ? idleSince + Model.idleFrames : nil
  }

  private var nextTimer: Frames {
    min(idleDeadline ?? .max, laterFaults.map(\.time).min() ?? .max)
  }

  private mutating func fire(at time: Frames) {
    if let index = laterFaults.firstIndex(where: { $0.time == time }) {
      if idleDeadline == time { isAmbiguous = true }
      apply(laterFaults.remove(at: index).fault)
    } else {
      passIdleTime()
    }
  }

  // MARK: Handlers

  /// Runs a handler at the current instant; it may call back in.
  private mutating func deliver(_ message: Message) {
    told.append(
      Observation.Delivery(time: now, kind: message.kind, player: message.player, detail: message.detail))
    switch message.kind {
    case .finished:
      // Finished handler, then the engine stops, then the stopped handler. Players started meanwhile complete without
      // an error.
      if message.stops { end(reason: 4, error: 0) }
    case .stopped: if restartsWhenStopped { _ = start() }
    case .reset: if restartsWhenReset { _ = start() }
    case .started, .stopCompleted, .completion: break
    }
  }

  // MARK: The renderer

  /// Renders whole quanta up to a frame of the run. Returns the end of the one in which a playback ended, if any.
  private mutating func render(until limit: Frames) -> Frames? {
    guard isRunning else { return nil }
    while true {
      let command = commands.first.map { $0.frame / Model.quantum }
      let end = players.values.compactMap(\.naturalEnd).min().map { ($0 - 1) / Model.quantum }
      let next = max(rendered / Model.quantum, min(command ?? .max, end ?? .max))
      guard next < limit / Model.quantum else {
        rendered = max(rendered, limit / Model.quantum * Model.quantum)
        return nil
      }
      rendered = (next + 1) * Model.quantum
      renderStretch(to: rendered)
      if players.keys.contains(where: isOver) { return rendered }
    }
  }

  /// Whether an active player has nothing left to play and no pending start.
  private func isOver(_ id: Int) -> Bool {
    guard let player = players[id], player.isActive, player.status == .idle else { return false }
    return !commands.contains { $0.player == id && $0.isStart }
  }

  /// The end of a playback completes its player unless another start is pending.
  private mutating func completeTheFinished() {
    for id in players.keys.sorted() where isOver(id) { complete(id, error: 0) }
  }

  private mutating func renderStretch(to end: Frames) {
    while let command = commands.first, command.frame < end {
      commands.removeFirst()
      endNaturally(upTo: command.frame)
      obey(command.order, command.player, at: command.frame)
    }
    endNaturally(upTo: end)
    for id in players.keys { players[id]?.hasEndedUnseen = false }
  }

  private mutating func endNaturally(upTo frame: Frames) {
    for (id, player) in players {
      if let end = player.naturalEnd, end <= frame { players[id]?.end() }
    }
  }

  mutating func obey(_ order: Command.Order, _ id: Int, at frame: Frames) {
    switch order {
    case .start(let offset): players[id]?.begin(at: frame, from: offset)
    case .stop, .cancel: players[id]?.end()
    case .pause:
      if players[id]?.isEnding(at: frame) == true { isAmbiguous = true }
      players[id]?.pause(at: frame)
    case .resume: players[id]?.resume(at: frame)
    case .seek(let offset):
      players[id]?.seek(to: offset, at: frame)
    case .rate(let rate): players[id]?.setRate(rate, at: frame)
    case .loop(let loops, let end): players[id]?.setLoop(loops, end: end, at: frame)
    }
  }
}
