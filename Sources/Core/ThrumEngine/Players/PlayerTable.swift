import ThrumDevice
import ThrumPattern
import ThrumRender
import ThrumSystem

struct PendingStart {
  let players: [PlayerID]
  /// Engine time in seconds; 0 and past times mean now.
  let time: Double
  /// Offset within the pattern in seconds; `nil` means a seek's target.
  let offset: Double?
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
