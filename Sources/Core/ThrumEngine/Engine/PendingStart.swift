/// A start of players that is to be, or that waits for the engine to run.
struct PendingStart {
  let players: [PlayerID]
  /// Engine time; 0 and the past are now.
  let time: Double
  /// Where in the pattern to begin, s; `nil` takes what a seek has left.
  let offset: Double?
}
