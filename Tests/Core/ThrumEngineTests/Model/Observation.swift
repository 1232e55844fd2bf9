/// What can be seen of an engine after a step: the same from the engine and from the model.
struct Observation: Equatable, Sendable {
  /// Number of the error that the call threw; 0 when it did not.
  var error = 0
  var state = Condition.stopped
  /// Players that are active, by the order of making.
  var active: Set<Int> = []
  /// How many are active, those of `playPattern` too.
  var activeCount = 0
  /// What handlers were told during the step.
  var deliveries: [Delivery] = []

  /// Where an engine is in its life. (In virtual time nothing is ever half started.)
  enum Condition: String, Sendable {
    case stopped, running, between
  }

  /// One call of a handler of the app.
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
    /// The error's number, or the reason's; 0 for none.
    var detail = 0

    var description: String {
      "\(time.seconds) \(kind.rawValue)\(player.map { " of player \($0)" } ?? "")\(detail == 0 ? "" : " (\(detail))")"
    }
  }

  /// With the completions of one instant in the order of their players: which of two players is notified of first, when
  /// both end within the same 64 frames, is nobody's promise.
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
