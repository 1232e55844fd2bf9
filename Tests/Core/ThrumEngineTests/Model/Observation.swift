/// The visible result of a step, from the engine or from the model.
struct Observation: Equatable, Sendable {
  /// Error code thrown by the call, 0 for none.
  var error = 0
  var state = Condition.stopped
  /// Active players by order of creation.
  var active: Set<Int> = []
  /// Number of active players, including those of `playPattern`.
  var activeCount = 0
  /// Handler calls during the step.
  var deliveries: [Delivery] = []

  /// The engine's state. In virtual time a start is never left half done.
  enum Condition: String, Sendable {
    case stopped, running, between
  }

  /// One call of an app's handler.
  struct Delivery: Equatable, Sendable, CustomStringConvertible {
    enum Kind: String, Sendable {
      case started = "start completion"
      case stopCompleted = "stop completion"
      case stopped = "stopped handler"
      case reset = "reset handler"
      case finished = "finished handler"
      case completion = "completion"
    }

    var time: Frames
    var kind: Kind
    var player: Int?
    /// The error code or the stop reason, 0 for none.
    var detail = 0

    var description: String {
      "\(time.seconds) \(kind.rawValue)\(player.map { " of player \($0)" } ?? "")\(detail == 0 ? "" : " (\(detail))")"
    }
  }

  /// Completions of one instant sorted by player: the order of two players that end within the same 64 frames is
  /// unspecified.
  var canonical: Observation {
    var result = self
    var first = 0
    while first < deliveries.count {
      var end = first + 1
      while end < deliveries.count, deliveries[first].kind == .completion, deliveries[end].kind == .completion,
        deliveries[end].time == deliveries[first].time
      { end += 1 }
      result.deliveries[first..<end].sort { ($0.player ?? 0) < ($1.player ?? 0) }
      first = end
    }
    return result
  }
}

extension Observation: CustomStringConvertible {
  var description: String {
    let who = active.sorted().map(String.init).joined(separator: " ")
    let answer = error == 0 ? "ok" : "error \(error)"
    let told = deliveries.map(\.description).joined(separator: "; ")
    return "\(answer), \(state.rawValue), active [\(who)] of \(activeCount), told [\(told)]"
  }
}
