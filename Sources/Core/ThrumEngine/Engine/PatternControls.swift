import ThrumDevice
import ThrumPattern

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
