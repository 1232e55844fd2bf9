import ThrumPattern
import ThrumDevice
import ThrumRender

/// Names a player of an engine, by the order of making.
package struct PlayerID: Hashable, Sendable, CustomStringConvertible {
  /// 1 is the engine's first.
  package let number: Int
  /// Which engine of the process: another's player of the same number is another.
  let owner: UInt64

  /// `player 1`.
  package var description: String { "player \(number)" }
}

/// What the engine knows of a player, whether or not the renderer knows it.
///
/// - Thread: the engine's executor.
struct PlayerRecord {
  let pattern: Pattern
  /// Files of the pattern's sounds that were not registered.
  let files: Set<String>
  let options: PlayerOptions
  /// The pattern's own length, s.
  let duration: Double

  /// Whether it plays, is paused, or waits for its start.
  var isActive = false
  /// Whether the renderer plays it, or holds it, as far as is known.
  var isPlaying = false
  /// Whether it is held; it counts as active.
  var isPaused = false
  /// Whether the app has let go of it: it ends on its own and is forgotten.
  var isDropped = false
  /// Lost in a reset of the server.
  var isInvalid = false
  /// Starts that are to come, or whose playback has not ended, in the order in which they act.
  private(set) var starts: [Start] = []

  // What the app has set; kept for the player's life, in the renderer or not.
  var isMuted = false
  var loops = false
  /// s; `nil` is the pattern's own end.
  var loopEnd: Double?
  var rate = 1.0
  /// A seek before the start, s; consumed when that begins.
  var offset: Double?
  var controls = ControlHistory()
  /// What the pattern itself has done to the controls.
  var patternControls = PatternControls()

  var completion: (@Sendable (EngineError?) -> Void)?
  var waiting: [CheckedContinuation<EngineError?, Never>] = []

  /// A start that has been sent.
  struct Start {
    let serial: UInt64
    /// Engine time at which it acts.
    let time: Double
  }

  /// An event, by its place in the pattern.
  func event(_ index: Int) -> Event? {
    guard pattern.entries.indices.contains(index), case .event(let event) = pattern.entries[index] else { return nil }
    return event
  }

  /// A start has been sent.
  mutating func add(_ start: Start) {
    starts.insert(start, at: starts.firstIndex { $0.time > start.time } ?? starts.count)
  }

  /// Whether a start is still to come at a time.
  func isAhead(at now: Double) -> Bool { starts.contains { $0.time > now } }

  /// The renderer has begun to play it; a stop of the engine may have been quicker.
  mutating func didBegin() {
    isPlaying = isActive
    isPaused = false
    offset = nil
  }

  /// All starts up to a serial are over; returns whether that was news and none is left. Those sent later have not been
  /// taken by the renderer yet.
  mutating func end(upTo serial: UInt64) -> Bool {
    let before = starts.count
    starts.removeAll { $0.serial <= serial }
    return starts.isEmpty && before > 0
  }

  /// All of it is over.
  mutating func deactivate() {
    isActive = false
    isPlaying = false
    isPaused = false
    starts = []
  }
}
