import ThrumDevice
import ThrumPattern
import ThrumRender

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
