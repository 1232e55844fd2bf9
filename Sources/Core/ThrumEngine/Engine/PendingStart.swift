/// A start of players, possibly waiting for the engine.
struct PendingStart {
  let players: [PlayerID]
  /// Engine time, s; 0 and past times mean now.
  let time: Double
  /// Offset within the pattern, s; `nil` uses the target of a seek.
  let offset: Double?
}
