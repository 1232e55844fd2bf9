import ThrumDevice
import ThrumMessages

/// Decides which levels are worth a call, since each call restarts the motor.
struct LevelPace {
  /// Smallest noticeable change, where full drive is 1: 2.2 dB near full strength, rounded down.
  private static let change = 0.05
  /// Minimum time in seconds between changes, except for onsets and stops.
  private static let shortest = 0.02
  /// Interval at which a level is repeated, and the motor's time limit, s.
  static let (refresh, limit) = (0.15, 0.3)

  private var last: (levels: RumbleLevels, nanoseconds: UInt64)?

  mutating func take(_ levels: RumbleLevels, at now: UInt64) -> Bool {
    guard isDue(levels, at: now) else { return false }
    last = (levels, now)
    return true
  }

  /// After a level was refused, makes the next one due at once.
  mutating func forget() { last = nil }

  private func isDue(_ levels: RumbleLevels, at now: UInt64) -> Bool {
    guard let (before, time) = last else { return true }
    guard levels != .none, before != .none else { return levels != before }
    let seconds = Double(now &- time) * 1e-9
    guard seconds < LevelPace.refresh else { return true }
    let (rise, fall) = (
      max(levels.strong - before.strong, levels.weak - before.weak),
      max(before.strong - levels.strong, before.weak - levels.weak)
    )
    return rise >= LevelPace.change || (fall >= LevelPace.change && seconds >= LevelPace.shortest)
  }
}
