import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumSystem

struct PlayerRecord {
  let pattern: Pattern
  /// Files of the pattern's unregistered sounds.
  let files: Set<PathKey>
  let options: PlayerOptions
  /// In seconds.
  let duration: Double

  var isActive = false
  /// Whether the player is playing, as far as is known. Also true during a pause.
  var isPlaying = false
  var isPaused = false
  var isDropped = false
  /// Whether the app has stopped a basic player after a start.
  var isStoppedForGood = false
  private(set) var hasStarted = false
  /// Whether the player was lost in a server reset.
  var isInvalid = false
  /// Number of times that the player became active.
  var playbacks = 0
  /// Starts whose playback has not ended yet, in chronological order.
  private(set) var starts: [Start] = []

  var isMuted = false
  var loops = false
  /// In seconds; `nil` means the end of the pattern.
  var loopEnd: Double?
  var rate = 1.0
  /// Target of a seek before the next start, s.
  var offset: Double?
  var controls = ControlHistory()
  var patternControls = PatternControls()

  var completion: (@Sendable (EngineError?) -> Void)?
  var waiting: [CheckedContinuation<EngineError?, Never>] = []

  /// Whether a handler or a caller waits for the playback, which ends by itself.
  var isAwaited: Bool { isActive && !isPaused && !loops && (completion != nil || !waiting.isEmpty) }

  struct Start {
    let serial: UInt64
    /// Engine time, s.
    let time: Double
  }

  func event(_ index: Int) -> Event? {
    guard pattern.entries.indices.contains(index), case .event(let event) = pattern.entries[index] else { return nil }
    return event
  }

  mutating func didStop() { isStoppedForGood = hasStarted && !options.isAdvanced }

  mutating func add(_ start: Start) {
    hasStarted = true
    starts.insert(start, at: starts.firstIndex { $0.time > start.time } ?? starts.count)
  }

  func isAhead(at now: Double) -> Bool { starts.contains { $0.time > now } }

  /// The engine may have stopped before the renderer started the player.
  mutating func didBegin() {
    isPlaying = isActive
    isPaused = false
    offset = nil
  }

  /// Removes starts up to `serial`. Returns whether the last one was removed.
  mutating func end(upTo serial: UInt64) -> Bool {
    let before = starts.count
    starts.removeAll { $0.serial <= serial }
    return starts.isEmpty && before > 0
  }

  mutating func deactivate() {
    isActive = false
    isPlaying = false
    isPaused = false
    starts = []
  }
}
