import ThrumDevice
import ThrumPattern

/// A move of a control by a player's pattern, as the renderer has made it.
struct ControlMove: Equatable {
  /// The value at the start; NaN is the one that was found there.
  let from: Float
  /// The value at the end.
  let to: Float
  let start: SampleTime
  /// Not later than the start for a jump.
  let end: SampleTime
}

/// Turns the moves of a player's pattern into what is logged of them, in the words of a curve that an app schedules: its
/// first value is set, and each further one is reached in a ramp.
///
/// - Thread: the engine's executor.
struct PatternControls {
  /// A value that took effect: at once, or at the end of a ramp.
  struct Step: Equatable {
    let value: Float
    let end: SampleTime?
  }

  private var last: [DynamicParameterID: ControlMove] = [:]

  /// What is logged of a move.
  mutating func steps(of move: ControlMove, _ control: DynamicParameterID) -> [Step] {
    defer { last[control] = move }
    guard move.end > move.start else { return [Step(value: move.to, end: nil)] }
    let ramp = Step(value: move.to, end: move.end)
    let isFound = move.from.isNaN
    let isContinued = last[control].map { $0.end == move.start && $0.to == move.from } ?? false
    return isFound || isContinued ? [ramp] : [Step(value: move.from, end: nil), ramp]
  }
}
