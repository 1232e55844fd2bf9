/// Whose each slot of a run's renderer is, until the renderer has given it back. A value.
///
/// A player keeps its slot when it has ended, so that it can be started again at once. When so few slots are left that other players
/// could not start, the player that has been idle for longest gives its slot back.
///
/// - Thread: the engine's executor.
struct SlotTable {
  private(set) var owners: [Int32: PlayerID] = [:]
  private var slots: [PlayerID: Int32] = [:]
  private var free: [Int32]
  /// Slots of players that do not play, the one that has been idle for longest first.
  private(set) var idle: [Int32] = []
  private let mostIdle: Int

  /// All slots free; `mostActive` of them are for players that play.
  init(count: Int, mostActive: Int) {
    free = (0..<Int32(count)).reversed()
    // The other half of the room is for slots that are on their way back while their tails sound.
    mostIdle = max(1, (count - mostActive) / 2)
  }

  /// The slot of a player, `nil` when it has none.
  subscript(player: PlayerID) -> Int32? { slots[player] }

  /// Whose slot it is, or was when the renderer has not given it back yet.
  func owner(of slot: Int32) -> PlayerID? { owners[slot] }

  /// Who has a slot, by its number; the slots that are on their way back are left out.
  var players: [PlayerID] { slots.sorted { $0.value < $1.value }.map(\.key) }

  /// Gives a player a slot; `nil` when none is free.
  mutating func take(for player: PlayerID) -> Int32? {
    guard let slot = free.popLast() else { return nil }
    slots[player] = slot
    owners[slot] = player
    return slot
  }

  /// The renderer was never told of the slot's player.
  mutating func untake(_ slot: Int32) {
    if let player = owners.removeValue(forKey: slot) { slots[player] = nil }
    free.append(slot)
  }

  /// A player is about to play.
  mutating func didActivate(_ player: PlayerID) {
    if let slot = slots[player] { idle.removeAll { $0 == slot } }
  }

  /// A player has ended. Returns a slot that is to be given back, of whichever player.
  mutating func didBecomeIdle(_ player: PlayerID) -> Int32? {
    guard let slot = slots[player] else { return nil }
    idle.removeAll { $0 == slot }
    idle.append(slot)
    return idle.count > mostIdle ? idle.first : nil
  }

  /// The renderer was asked to give a slot back; its player has none any more.
  mutating func didRequest(_ slot: Int32) {
    idle.removeAll { $0 == slot }
    if let player = owners[slot], slots[player] == slot { slots[player] = nil }
  }

  /// The renderer could not be asked: the slot stays where it is, also when its player is forgotten; another end asks
  /// again.
  mutating func didNotRequest(_ slot: Int32) {
    idle.removeAll { $0 == slot }
    idle.append(slot)
  }

  /// The renderer has given a slot back.
  mutating func didRelease(_ slot: Int32) {
    owners[slot] = nil
    free.append(slot)
  }
}
