package enum PlaybackRate {
  /// Whether a player can play at this speed: above 0 and below 10⁶.
  @_noLocks
  package static func isPlayable(_ rate: Double) -> Bool { rate > 0 && rate < 1_000_000 }
}
