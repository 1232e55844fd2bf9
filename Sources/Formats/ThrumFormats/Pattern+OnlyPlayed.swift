import ThrumPattern

extension Pattern {
  /// Without what no player uses: metadata, which may be private, and unknown members. For patterns inside code.
  package var onlyPlayed: Pattern {
    Pattern(version: version, entries: entries.compactMap { $0.onlyPlayed })
  }
}

extension PatternEntry {
  fileprivate var onlyPlayed: PatternEntry? {
    switch self {
    case .event(var event):
      event.unknown = JSONObject()
      for place in event.parameters.indices { event.parameters[place].unknown = JSONObject() }
      return .event(event)
    case .parameter(var parameter):
      parameter.unknown = JSONObject()
      return .parameter(parameter)
    case .curve(var curve):
      curve.unknown = JSONObject()
      for place in curve.points.indices { curve.points[place].unknown = JSONObject() }
      return .curve(curve)
    case .unknown: return nil
    }
  }
}
