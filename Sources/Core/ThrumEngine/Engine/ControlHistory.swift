import ThrumPattern
import ThrumDevice
import ThrumRender

/// What an app has sent to a player's controls: what counts now, and what is still to come. It outlives the
/// renderer's memory of the player, so that values persist for the player's life.
///
/// - Thread: the engine's executor.
struct ControlHistory {
  /// A jump, or a straight line that begins at whatever the control has at `time`.
  struct Change {
    let control: DynamicParameterID
    /// Engine time, s.
    let time: Double
    /// Engine time at which a line reaches the value; equal to `time` for a jump.
    let end: Double
    let value: Double
    /// The path that it belongs to, and the engine time at which that begins. Of two paths of a control the one that
    /// begins later wins permanently; of two that begin together, the one that was sent later.
    let path: UInt64
    let pathBegin: Double
    /// Whether the path takes the control with this change.
    let begins: Bool
  }

  private var changes: [Change] = []
  private var compactsAt = 64

  /// Adds a change, and now and then forgets what no longer matters at `now`.
  mutating func add(_ change: Change, now: Double) {
    if changes.count >= compactsAt {
      changes = replay(at: now)
      compactsAt = max(64, 2 * changes.count)
    }
    changes.append(change)
  }

  /// How many changes are still to come, or under way.
  func pendingCount(at now: Double) -> Int { changes.count { $0.end > now } }

  /// What to tell a renderer that knows nothing: for each control its value at `now`, then what is still to come.
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

  /// The value of a control at a time, from the paths that have begun by then; `nil` when there is none.
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
  /// What is left of a line at a time.
  fileprivate func begun(at now: Double) -> ControlHistory.Change {
    guard time < now else { return self }
    return ControlHistory.Change(
      control: control, time: now, end: end, value: value, path: path, pathBegin: pathBegin, begins: false)
  }
}
