import ThrumPattern

/// What an app sends to the controls of a player, as changes.
extension ControlHistory {
  /// Jumps, each at `begin` (engine time, s) plus its own relative time. `serials` numbers the paths.
  ///
  /// - Thread: the engine's executor.
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

  /// A curve that begins at `begin` (engine time, s): a line to each of its points. `serials` numbers the path.
  ///
  /// - Thread: the engine's executor.
  /// - Throws: ``EngineError`` `badParameterEntry`.
  static func changes(of curve: ParameterCurve, begin: Double, serials: SerialNumbers) throws(EngineError) -> [Change] {
    guard !curve.points.isEmpty, curve.points.allSatisfy({ $0.time >= 0 && $0.time.isFinite && $0.value.isFinite })
    else {
      throw EngineError(
        .badParameterEntry, "a curve needs points, at times that are not negative, with values that are numbers")
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

/// A time as Core Haptics takes it, s.
///
/// - Throws: ``EngineError`` `invalidTime` when it is negative, infinite or no number.
/// - Thread: any.
func checkedTime(_ time: Double) throws(EngineError) -> Double {
  guard time >= 0, time.isFinite else { throw EngineError.invalidTime }
  return time
}
