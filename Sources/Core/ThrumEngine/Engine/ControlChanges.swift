import ThrumPattern

extension ControlHistory {
  /// Converts parameters to jumps at `begin` (engine time, s) plus their relative times.
  ///
  /// - Throws: ``EngineError`` `invalidTime`, `badParameterEntry`.
  static func changes(of parameters: [DynamicParameter], begin: Double, serials: SerialNumbers) throws(EngineError)
    -> [Change]
  {
    var changes: [Change] = []
    for parameter in parameters {
      guard parameter.value.isFinite else {
        throw EngineError(.badParameterEntry, "the value of \(parameter.id.rawValue) is not a number")
      }
      let at = begin + (try checkedTime(parameter.time))
      changes.append(
        Change(
          control: parameter.id, time: at, end: at, value: parameter.id.clamped(parameter.value),
          path: serials.next(), pathBegin: at, begins: true))
    }
    return changes
  }

  /// Converts a curve that starts at `begin` (engine time, s) to lines between its points.
  ///
  /// - Throws: ``EngineError`` `badParameterEntry`.
  static func changes(of curve: ParameterCurve, begin: Double, serials: SerialNumbers) throws(EngineError) -> [Change] {
    guard !curve.points.isEmpty, curve.points.allSatisfy({ $0.time >= 0 && $0.time.isFinite && $0.value.isFinite })
    else {
      throw EngineError(
        .badParameterEntry, "a curve needs points with non-negative times and finite values")
    }
    let path = serials.next()
    var before = begin
    var isFirst = true
    return curve.points.sorted { $0.time < $1.time }.map { point in
      let end = begin + point.time
      defer {
        before = end
        isFirst = false
      }
      return Change(
        control: curve.id, time: before, end: end, value: curve.id.clamped(point.value), path: path, pathBegin: begin,
        begins: isFirst)
    }
  }
}

/// Returns `time` (in seconds), or throws `invalidTime` if it is negative, infinite or NaN.
func checkedTime(_ time: Double) throws(EngineError) -> Double {
  guard time >= 0, time.isFinite else { throw EngineError.invalidTime }
  return time
}
