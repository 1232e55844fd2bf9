/// The players of an engine. A value: what it is notified it keeps, and it returns what the engine has to do about it.
///
/// - Thread: the engine's executor.
struct PlayerTable {
  private var records: [PlayerID: PlayerRecord] = [:]
  /// Players that play, are paused or wait for their start.
  private(set) var activeCount = 0
  private var nextNumber = 1
  private let owner: UInt64

  /// No players yet. `owner` tells those of several engines apart.
  init(owner: UInt64) { self.owner = owner }

  /// What is known of a player; `nil` when there is none. Whether it is active is changed by ``activate(_:)`` and ``end(_:)``.
  subscript(id: PlayerID) -> PlayerRecord? {
    get { records[id] }
    _modify { yield &records[id] }
  }

  /// All players, in the order of making.
  var ids: [PlayerID] { records.keys.sorted { $0.number < $1.number } }

  /// Whether players are active that will end on their own.
  var isBusy: Bool { records.values.contains { $0.isActive && !$0.isPaused && !$0.loops } }

  /// Adds a player.
  mutating func add(_ record: PlayerRecord) -> PlayerID {
    let id = PlayerID(number: nextNumber, owner: owner)
    nextNumber += 1
    records[id] = record
    return id
  }

  /// A player is about to play.
  mutating func activate(_ id: PlayerID) {
    records[id]?.isPaused = false
    guard records[id]?.isActive == false else { return }
    records[id]?.isActive = true
    activeCount += 1
  }

  /// Who is to be notified of the end of a playback.
  struct End {
    let completion: (@Sendable (EngineError?) -> Void)?
    let waiting: [CheckedContinuation<EngineError?, Never>]
    /// Whether the app has let go of the player.
    let isDropped: Bool
  }

  /// A player is over, or was never to begin; `nil` when it was not active.
  mutating func end(_ id: PlayerID) -> End? {
    guard var record = records[id], record.isActive else { return nil }
    let end = End(completion: record.completion, waiting: record.waiting, isDropped: record.isDropped)
    record.deactivate()
    record.waiting = []
    records[id] = record
    activeCount -= 1
    return end
  }

  /// Removes a player that is not active.
  mutating func remove(_ id: PlayerID) -> PlayerRecord? { records.removeValue(forKey: id) }

  /// All players are lost in a reset of the server.
  mutating func invalidateAll() {
    for id in records.keys { records[id]?.isInvalid = true }
  }

  /// The player, when it can be used.
  ///
  /// - Throws: ``EngineError`` `invalidPatternPlayer`.
  func usable(_ id: PlayerID) throws(EngineError) -> PlayerRecord {
    guard let record = records[id] else {
      throw EngineError(.invalidPatternPlayer, "the player does not belong to this engine")
    }
    guard !record.isInvalid else {
      throw EngineError(
        .invalidPatternPlayer, "the player was lost when the haptic server was reset: make a new one")
    }
    return record
  }
}
