import ThrumDevice
import ThrumPattern
import ThrumRender

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

/// A player's control changes, which outlive its slot.
struct ControlHistory {
  /// A jump, or a line that starts from the control's value at `time`.
  struct Change {
    let control: DynamicParameterID
    /// Engine time, s.
    let time: Double
    /// Engine time in seconds; equal to `time` for a jump.
    let end: Double
    let value: Double
    /// The path with the latest start (engine time, s) sets the control. If starts are equal, the path sent last wins.
    let path: UInt64
    let pathBegin: Double
    let begins: Bool
  }

  private var changes: [Change] = []
  private var compactsAt = 64

  /// Drops obsolete changes whenever the list has doubled in length.
  mutating func add(_ change: Change, now: Double) {
    if changes.count >= compactsAt {
      changes = replay(at: now)
      compactsAt = max(64, 2 * changes.count)
    }
    changes.append(change)
  }

  func pendingCount(at now: Double) -> Int { changes.count { $0.end > now } }

  /// Returns the changes for a new renderer: each control's value at `now`, then pending changes.
  func replay(at now: Double) -> [Change] {
    var result: [Change] = []
    for control in DynamicParameterID.allCases {
      let own = changes.filter { $0.control == control }
      let begun = own.filter { $0.pathBegin <= now }
      let owner = begun.max { ($0.pathBegin, $0.path) < ($1.pathBegin, $1.path) }
      if let owner, let value = value(of: begun, at: now) {
        result.append(
          Change(
            control: control, time: now, end: now, value: value, path: owner.path, pathBegin: owner.pathBegin,
            begins: true))
      }
      result += own.filter { $0.end > now && ($0.pathBegin > now || $0.path == owner?.path) }
        .map { $0.begun(at: now) }
    }
    return result
  }

  /// Returns `nil` if no path has begun.
  private func value(of begun: [Change], at time: Double) -> Double? {
    guard let owner = begun.max(by: { ($0.pathBegin, $0.path) < ($1.pathBegin, $1.path) }) else { return nil }
    let own = begun.filter { $0.path == owner.path && $0.time <= time }.sorted { $0.time < $1.time }
    let others = begun.filter { $0.path != owner.path }
    guard let last = own.last else { return value(of: others, at: time) }
    guard last.end > time else { return last.value }
    let before =
      own.dropLast().last?.value ?? value(of: others, at: last.time) ?? last.control.defaultValue
    return before + (last.value - before) * (time - last.time) / (last.end - last.time)
  }
}

extension ControlHistory.Change {
  fileprivate func begun(at now: Double) -> ControlHistory.Change {
    guard time < now else { return self }
    return ControlHistory.Change(
      control: control, time: now, end: end, value: value, path: path, pathBegin: pathBegin, begins: false)
  }
}

struct ControlMove: Equatable {
  /// NaN means the current value.
  let from: Float
  let to: Float
  let start: SampleTime
  /// End of the ramp, at or before `start` for a jump.
  let end: SampleTime
}

/// Converts a pattern's changes to log entries: one entry sets the first value, and ramps lead to the others.
struct PatternControls {
  struct Step: Equatable {
    let value: Float
    let end: SampleTime?
  }

  private var last: [DynamicParameterID: ControlMove] = [:]

  mutating func steps(of move: ControlMove, _ control: DynamicParameterID) -> [Step] {
    defer { last[control] = move }
    guard move.end > move.start else { return [Step(value: move.to, end: nil)] }
    let ramp = Step(value: move.to, end: move.end)
    let isFound = move.from.isNaN
    let isContinued = last[control].map { $0.end == move.start && $0.to == move.from } ?? false
    return isFound || isContinued ? [ramp] : [Step(value: move.from, end: nil), ramp]
  }
}
