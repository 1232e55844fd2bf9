struct PendingStart {
  let players: [PlayerID]
  /// Engine time in seconds; 0 and past times mean now.
  let time: Double
  /// Offset within the pattern in seconds; `nil` means a seek's target.
  let offset: Double?
}
