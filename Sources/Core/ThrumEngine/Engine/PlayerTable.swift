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
