import ThrumDevice
import ThrumPattern
import ThrumRender

package struct PlayerID: Hashable, Sendable, CustomStringConvertible {
  /// Number on its engine, from 1.
  package let number: Int
  /// Identifies the engine.
  let owner: UInt64

  package var description: String { "player \(number)" }
}

struct PlayerRecord {
  let pattern: Pattern
  /// Files of the pattern's unregistered sounds.
  let files: Set<String>
  let options: PlayerOptions
  /// In seconds.
  let duration: Double

  var isActive = false
  /// Whether the player is playing, as far as is known. Also true during a pause.
  var isPlaying = false
  var isPaused = false
  var isDropped = false
  /// Whether the player was lost in a server reset.
  var isInvalid = false
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

  struct Start {
    let serial: UInt64
    /// Engine time, s.
    let time: Double
  }

  func event(_ index: Int) -> Event? {
    guard pattern.entries.indices.contains(index), case .event(let event) = pattern.entries[index] else { return nil }
    return event
  }

  mutating func add(_ start: Start) {
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
