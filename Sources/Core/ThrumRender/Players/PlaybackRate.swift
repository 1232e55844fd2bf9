import ThrumDevice
import ThrumPattern

package enum PlaybackRate {
  @_noLocks
  package static func isPlayable(_ rate: Double) -> Bool { rate > 0 && rate < 1_000_000 }
}
