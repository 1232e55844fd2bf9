import ThrumDevice
import ThrumPattern

/// A change of a control by a player's pattern, as rendered.
struct ControlMove: Equatable {
  /// Value at the start; NaN continues from the current value.
  let from: Float
  let to: Float
  let start: SampleTime
  /// Not later than `start` for a jump.
  let end: SampleTime
}

/// Converts changes of a player's pattern to log entries like a scheduled curve's: the first value is set, ramps reach
/// the others.
struct PatternControls {
  /// A value that took effect at once or at the end of a ramp.
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
