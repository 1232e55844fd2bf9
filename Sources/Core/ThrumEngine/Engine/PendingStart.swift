struct PendingStart {
  let players: [PlayerID]
  /// Engine time, s; 0 and past times mean now.
  let time: Double
  /// Offset within the pattern, s; `nil` means a seek's target.
  let offset: Double?
}
