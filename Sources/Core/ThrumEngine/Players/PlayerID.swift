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
