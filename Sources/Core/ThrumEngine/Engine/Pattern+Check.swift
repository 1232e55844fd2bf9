import ThrumPattern

extension Pattern {
  /// Checks times, durations and points as Core Haptics does. Allows out-of-range values, which are clamped later.
  ///
  /// - Throws: ``EngineError`` `invalidEventTime`, `invalidEventDuration`, `badEventEntry`, `badParameterEntry`.
  public func check() throws(EngineError) {
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .event(let event): try event.check("Pattern[\(index)].Event")
      case .parameter(let parameter):
        guard parameter.time.isUsable, parameter.value.isFinite else {
          throw EngineError(.badParameterEntry, "Pattern[\(index)].Parameter: a time or value is not a finite number")
        }
      case .curve(let curve):
        let isUsable =
          curve.time.isUsable && !curve.points.isEmpty
          && curve.points.allSatisfy { $0.time.isFinite && $0.value.isFinite }
        guard isUsable else {
          throw EngineError(
            .badParameterEntry,
            "Pattern[\(index)].ParameterCurve: a curve needs points with finite times and values")
        }
      case .unknown: continue
      }
    }
  }
}

extension Pattern {
  /// Whether a phone makes a player for the pattern.
  package var hasEvents: Bool { entries.contains { if case .event = $0 { true } else { false } } }
}

extension Event {
  fileprivate func check(_ place: String) throws(EngineError) {
    guard time.isUsable else {
      throw EngineError(.invalidEventTime, "\(place).Time must be a non-negative number")
    }
    if let duration, !(duration >= 0) {
      throw EngineError(.invalidEventDuration, "\(place).EventDuration must be a non-negative number")
    }
    guard parameters.allSatisfy({ !$0.value.isNaN }) else {
      throw EngineError(.badParameterEntry, "\(place): the value of a parameter is not a number")
    }
    if lacksSound {
      throw EngineError(.badEventEntry, "\(place): an AudioCustom event needs a sound")
    }
  }
}

extension Double {
  fileprivate var isUsable: Bool { self >= 0 && isFinite }
}

extension AHAPDocument {
  /// Returns the pattern if Core Haptics would accept the file.
  ///
  /// - Throws: ``EngineError`` with the code and position of the first error.
  public func playable() throws(EngineError) -> Pattern {
    if let first = diagnostics.first(where: { $0.severity == .error }) {
      let code = first.coreHapticsCode.map { EngineError.Code(rawValue: $0) } ?? .invalidPatternData
      throw EngineError(code, first.description)
    }
    guard let pattern else { throw EngineError(.invalidPatternData, "\(name) contains no pattern") }
    try pattern.check()
    return pattern
  }
}
