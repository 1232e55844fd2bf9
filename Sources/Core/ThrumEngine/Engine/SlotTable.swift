/// The owners of a renderer's slots.
///
/// A finished player keeps its slot so that it can restart at once. When few are left, the player that has been idle
/// longest releases its slot.
struct SlotTable {
  private(set) var owners: [Int32: PlayerID] = [:]
  private var slots: [PlayerID: Int32] = [:]
  private var free: [Int32]
  /// Slots of idle players, the longest idle first.
  private(set) var idle: [Int32] = []
  private let mostIdle: Int

  /// Creates a table of free slots; `mostActive` of them are reserved for active players.
  init(count: Int, mostActive: Int) {
    free = (0..<Int32(count)).reversed()
    // The other half is for slots being released while tails sound.
    mostIdle = max(1, (count - mostActive) / 2)
  }

  subscript(player: PlayerID) -> Int32? { slots[player] }

  func owner(of slot: Int32) -> PlayerID? { owners[slot] }

  /// Players with a slot, in order of slot number, except for slots being released.
  var players: [PlayerID] { slots.sorted { $0.value < $1.value }.map(\.key) }

  /// Gives a player a slot; `nil` if none is free.
  mutating func take(for player: PlayerID) -> Int32? {
    guard let slot = free.popLast() else { return nil }
    slots[player] = slot
    owners[slot] = player
    return slot
  }

  /// Undoes ``take(for:)`` if the commands were not sent.
  mutating func untake(_ slot: Int32) {
    if let player = owners.removeValue(forKey: slot) { slots[player] = nil }
    free.append(slot)
  }

  mutating func didActivate(_ player: PlayerID) {
    if let slot = slots[player] { idle.removeAll { $0 == slot } }
  }

  /// Marks a player as ended. Returns a slot to release, possibly another player's.
  mutating func didBecomeIdle(_ player: PlayerID) -> Int32? {
    guard let slot = slots[player] else { return nil }
    idle.removeAll { $0 == slot }
    idle.append(slot)
    return idle.count > mostIdle ? idle.first : nil
  }

  /// Marks a slot as being released.
  mutating func didRequest(_ slot: Int32) {
    idle.removeAll { $0 == slot }
    if let player = owners[slot], slots[player] == slot { slots[player] = nil }
  }

  /// Keeps a slot whose release could not be requested. It is requested again when another player ends.
  mutating func didNotRequest(_ slot: Int32) {
    idle.removeAll { $0 == slot }
    idle.append(slot)
  }

  mutating func didRelease(_ slot: Int32) {
    owners[slot] = nil
    free.append(slot)
  }
}
