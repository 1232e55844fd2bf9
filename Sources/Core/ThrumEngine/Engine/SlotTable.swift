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
