import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumSystem

struct PlayerID: Hashable, Sendable, CustomStringConvertible {
  /// Number on its engine, from 1.
  let number: Int
  /// Identifies the engine.
  let owner: UInt64

  var description: String { "player \(number)" }
}

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
  fileprivate(set) var playbacks = 0
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

/// Options of a player.
public struct PlayerOptions: Sendable {
  /// Whether the player can pause, resume, seek, loop and change its rate.
  package var isAdvanced = true
  /// Whether to leave out audio events.
  public var hapticsOnly = false
  /// Whether to leave out haptic events.
  public var audioOnly = false
  /// Whether a pattern without events makes a player, as it does on no phone.
  package var mayBeEmpty = false
  package var resolveSound: @Sendable (String) -> String? = { $0 }
  /// Receives errors about sounds that cannot be loaded and are left out. If `nil`,
  /// ``HapticEngine/makePlayer(_:options:)`` throws the errors, as on a phone.
  package var soundFailed: (@Sendable (SoundError) -> Void)?

  /// Creates the default options.
  public init() {}
}

struct PendingStart {
  let players: [PlayerID]
  /// Engine time in seconds; 0 and past times mean now.
  let time: Double
  /// Offset within the pattern in seconds; `nil` means a seek's target.
  let offset: Double?
}

/// Serial numbers that are unique across all runs.
///
/// - Thread: the engine's executor.
final class SerialNumbers {
  private var last: UInt64 = 0

  func next() -> UInt64 {
    last += 1
    return last
  }
}

struct PlayerTable {
  private var records: [PlayerID: PlayerRecord] = [:]
  private(set) var activeCount = 0
  private var nextNumber = 1
  private let owner: UInt64

  init(owner: UInt64) { self.owner = owner }

  subscript(id: PlayerID) -> PlayerRecord? {
    get { records[id] }
    _modify { yield &records[id] }
  }

  var ids: [PlayerID] { records.keys.sorted { $0.number < $1.number } }

  var isBusy: Bool { records.values.contains { $0.isActive && !$0.isPaused && !$0.loops } }

  mutating func add(_ record: PlayerRecord) -> PlayerID {
    let id = PlayerID(number: nextNumber, owner: owner)
    nextNumber += 1
    records[id] = record
    return id
  }

  mutating func activate(_ id: PlayerID) {
    records[id]?.isPaused = false
    guard records[id]?.isActive == false else { return }
    records[id]?.isActive = true
    records[id]?.playbacks += 1
    activeCount += 1
  }

  struct End {
    let completion: (@Sendable (EngineError?) -> Void)?
    let waiting: [CheckedContinuation<EngineError?, Never>]
    let isDropped: Bool
  }

  /// Returns `nil` if the player was not active.
  mutating func end(_ id: PlayerID) -> End? {
    guard var record = records[id], record.isActive else { return nil }
    let end = End(completion: record.completion, waiting: record.waiting, isDropped: record.isDropped)
    record.deactivate()
    record.waiting = []
    records[id] = record
    activeCount -= 1
    return end
  }

  mutating func remove(_ id: PlayerID) -> PlayerRecord? { records.removeValue(forKey: id) }

  mutating func invalidateAll() {
    for id in records.keys { records[id]?.isInvalid = true }
  }

  mutating func revalidateAll() {
    for id in records.keys { records[id]?.isInvalid = false }
  }

  func usable(_ id: PlayerID) throws(EngineError) -> PlayerRecord {
    guard let record = records[id] else {
      throw EngineError(.invalidPatternPlayer, "the player does not belong to this engine")
    }
    guard !record.isInvalid else {
      throw EngineError(
        .invalidPatternPlayer, "the player was lost when the haptic server was reset: create a new one")
    }
    return record
  }
}

/// Owners of a renderer's slots.
///
/// A finished player keeps its slot so that it can restart at once. When few slots are left, the longest-idle
/// player releases its slot.
struct SlotTable {
  private(set) var owners: [Int32: PlayerID] = [:]
  private var slots: [PlayerID: Int32] = [:]
  private var free: [Int32]
  /// Slots of idle players, longest idle first.
  private(set) var idle: [Int32] = []
  private let mostIdle: Int

  init(count: Int, mostActive: Int) {
    free = (0..<Int32(count)).reversed()
    // The other half of the spare slots is left for players whose tails are still ringing out.
    mostIdle = max(1, (count - mostActive) / 2)
  }

  subscript(player: PlayerID) -> Int32? { slots[player] }

  func owner(of slot: Int32) -> PlayerID? { owners[slot] }

  /// Players in order of slot number, except those whose slots are being released.
  var players: [PlayerID] { slots.sorted { $0.value < $1.value }.map(\.key) }

  /// Returns `nil` if no slot is free.
  mutating func take(for player: PlayerID) -> Int32? {
    guard let slot = free.popLast() else { return nil }
    slots[player] = slot
    owners[slot] = player
    return slot
  }

  mutating func untake(_ slot: Int32) {
    if let player = owners.removeValue(forKey: slot) { slots[player] = nil }
    free.append(slot)
  }

  mutating func didActivate(_ player: PlayerID) {
    if let slot = slots[player] { idle.removeAll { $0 == slot } }
  }

  /// Returns a slot to release, which may be another player's.
  mutating func didBecomeIdle(_ player: PlayerID) -> Int32? {
    guard let slot = slots[player] else { return nil }
    idle.removeAll { $0 == slot }
    idle.append(slot)
    return idle.count > mostIdle ? idle.first : nil
  }

  mutating func didRequest(_ slot: Int32) {
    idle.removeAll { $0 == slot }
    if let player = owners[slot], slots[player] == slot { slots[player] = nil }
  }

  /// When the next player ends, the release is requested again.
  mutating func didNotRequest(_ slot: Int32) {
    idle.removeAll { $0 == slot }
    idle.append(slot)
  }

  mutating func didRelease(_ slot: Int32) {
    owners[slot] = nil
    free.append(slot)
  }
}
