import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import ThrumSystem

struct Pace {
  /// Poll interval during playback and shortly after an event, ms.
  static let brief = 20
  /// Poll interval when idle, ms. Without inotify, also the delay in noticing changes.
  static let long = 1_000
  /// Time for which ``brief`` applies after an event, s. Editors save in several steps.
  private static let liveliness = 0.5

  private var livelyUntil = -Double.infinity

  mutating func note(_ now: Double) { livelyUntil = now + Pace.liveliness }

  func milliseconds(isResting: Bool, now: Double) -> Int {
    isResting && now >= livelyUntil ? Pace.long : Pace.brief
  }
}
