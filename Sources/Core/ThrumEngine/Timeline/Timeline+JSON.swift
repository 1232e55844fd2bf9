import FoundationEssentials

/// JSON schema `thrum.timeline/1`. Each entry has `time`, `engine`, `player`, `kind` and members that depend on the
/// kind.
extension Timeline: Encodable {
  private enum Key: String, CodingKey {
    case schema, end, forgotten, entries
  }

  /// Encodes the timeline as an object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode("thrum.timeline/1", forKey: .schema)
    try members.encode(end, forKey: .end)
    try members.encode(forgotten, forKey: .forgotten)
    try members.encode(entries, forKey: .entries)
  }

  /// Returns a JSON document with sorted keys, identical on every machine.
  public func json() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Cannot fail: all numbers are finite and all strings valid.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension TimelineEntry: Encodable {
  private enum Key: String, CodingKey {
    case time, engine, player, kind, text
    case name, arguments, error, state, detail, value, at, frame, endFrame, index, type, intensity, sharpness, duration
    case isAdvanced, locality
  }

  /// Encodes the entry as an object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(rounded(time), forKey: .time)
    try members.encode(engine, forKey: .engine)
    try members.encodeIfPresent(player, forKey: .player)
    try members.encodeIfPresent(locality, forKey: .locality)
    try members.encode(fact.kind, forKey: .kind)
    switch fact {
    case .engineMade, .engineGone, .playerDropped: break
    case .engineKept(let test): try members.encodeIfPresent(test, forKey: .detail)
    case .playerMade(let isAdvanced, let duration):
      try members.encode(isAdvanced, forKey: .isAdvanced)
      try members.encode(rounded(duration), forKey: .duration)
    case .call(let call, let arguments, let error):
      try members.encode(call.rawValue, forKey: .name)
      if !arguments.isEmpty { try members.encode(arguments, forKey: .arguments) }
      try members.encodeIfPresent(error?.rawValue, forKey: .error)
    case .state(let state): try members.encode(state.rawValue, forKey: .state)
    case .handler(let kind, let detail):
      try members.encode(kind.rawValue, forKey: .name)
      if !detail.isEmpty { try members.encode(detail, forKey: .detail) }
    case .switched(let name, let value):
      try members.encode(name, forKey: .name)
      try members.encode(value, forKey: .value)
    case .parameterSent(let id, let value, let at):
      try members.encode(id.rawValue, forKey: .name)
      try members.encode(rounded(value), forKey: .value)
      try members.encode(rounded(at), forKey: .at)
    case .parameterApplied(let id, let value, let frame, let ramp):
      try members.encode(id.rawValue, forKey: .name)
      try members.encode(rounded(value), forKey: .value)
      try members.encode(frame, forKey: .frame)
      try members.encodeIfPresent(ramp?.frame, forKey: .endFrame)
    case .playerStarted(let frame), .playerLooped(let frame): try members.encode(frame, forKey: .frame)
    case .playerFinished(let frame, let error):
      try members.encodeIfPresent(frame, forKey: .frame)
      try members.encodeIfPresent(error?.rawValue, forKey: .error)
    case .event(let index, let type, let frame, let intensity, let sharpness, let duration):
      try members.encode(index, forKey: .index)
      try members.encode(type.rawValue, forKey: .type)
      try members.encode(frame, forKey: .frame)
      try members.encode(rounded(intensity), forKey: .intensity)
      try members.encode(rounded(sharpness), forKey: .sharpness)
      try members.encodeIfPresent(duration.map(rounded), forKey: .duration)
    case .feedback(let name, let action):
      try members.encode(name, forKey: .name)
      switch action {
      case .prepared: try members.encode("prepared", forKey: .state)
      case .played(let intensity):
        try members.encode("played", forKey: .state)
        try members.encode(rounded(intensity), forKey: .intensity)
      case .withheld(let reason):
        try members.encode("withheld", forKey: .state)
        try members.encode(reason, forKey: .detail)
      }
    case .trap(let trap, let text):
      try members.encode(trap.rawValue, forKey: .name)
      try members.encode(text, forKey: .text)
    case .fault(let text), .note(let text): try members.encode(text, forKey: .text)
    }
  }

  private func rounded(_ value: Double) -> Double {
    guard value.isFinite else { return 0 }
    // Larger doubles have fewer decimal places anyway.
    return abs(value) < 9e6 ? (value * 1e9).rounded() / 1e9 : value
  }
}

extension TimelineFact {
  /// Name of the kind.
  public var kind: String {
    switch self {
    case .engineMade: "engineMade"
    case .engineKept: "engineKept"
    case .engineGone: "engineGone"
    case .playerMade: "playerMade"
    case .playerDropped: "playerDropped"
    case .call: "call"
    case .state: "state"
    case .handler: "handler"
    case .switched: "switched"
    case .parameterSent: "parameterSent"
    case .parameterApplied: "parameterApplied"
    case .playerStarted: "playerStarted"
    case .playerLooped: "playerLooped"
    case .playerFinished: "playerFinished"
    case .event: "event"
    case .feedback: "feedback"
    case .fault: "fault"
    case .trap: "trap"
    case .note: "note"
    }
  }
}
