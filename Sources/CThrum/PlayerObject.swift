// Names and documentation are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumPattern

/// A player behind a handle; its engine is the caller's to keep.
final class PlayerObject: Sendable {
  let id: PlayerID
  let isAdvanced: Bool
  let duration: Double
  private weak let owner: EngineObject?

  init(_ owner: EngineObject, _ pattern: PatternObject, isAdvanced: Bool) throws {
    var options = pattern.options
    options.isAdvanced = isAdvanced
    let (made, content) = (options, pattern.pattern)
    (id, duration) = try owner.perform { (engine) throws(EngineError) in
      let id = try engine.makePlayer(content, options: made)
      return (id, engine.duration(of: id))
    }
    self.isAdvanced = isAdvanced
    self.owner = owner
  }

  deinit {
    let id = id
    owner?.engine.enter { $0.drop(id) }
  }

  func engine() throws -> EngineObject {
    guard let owner else { throw EngineError(.invalidPatternPlayer, "the player's engine was freed") }
    return owner
  }

  func perform(_ body: @Sendable (isolated HapticEngine, PlayerID) throws(EngineError) -> Void) throws {
    let id = id
    try engine().perform { (engine) throws(EngineError) in try body(engine, id) }
  }
}

@c @implementation
public func thrum_player_create(
  _ engine: OpaquePointer?, _ pattern: OpaquePointer?, _ advanced: Bool,
  _ player: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: player) {
      players.add(try PlayerObject(try engines(engine), try patterns(pattern), isAdvanced: advanced))
    }
  }
}

@c @implementation
public func thrum_player_free(_ player: OpaquePointer?) { _ = players.remove(player) }

@c @implementation
public func thrum_engine_play(_ engine: OpaquePointer?, _ pattern: OpaquePointer?) -> thrum_status {
  attempt { try engines(engine).play(try patterns(pattern)) }
}

extension EngineObject {
  func play(_ pattern: PatternObject) throws {
    let (content, options) = (pattern.pattern, pattern.options)
    try perform { (engine) throws(EngineError) in try engine.playPattern(content, options: options) }
  }
}

@c @implementation
public func thrum_player_start(_ player: OpaquePointer?, _ time: Double) -> thrum_status {
  attempt { try players(player).perform { (engine, id) throws(EngineError) in try engine.start(id, atTime: time) } }
}

@c @implementation
public func thrum_player_stop(_ player: OpaquePointer?, _ time: Double) -> thrum_status {
  attempt { try players(player).perform { (engine, id) throws(EngineError) in try engine.stop(id, atTime: time) } }
}

@c @implementation
public func thrum_player_cancel(_ player: OpaquePointer?) -> thrum_status {
  attempt { try players(player).perform { (engine, id) throws(EngineError) in try engine.cancel(id) } }
}

@c @implementation
public func thrum_player_is_active(_ player: OpaquePointer?) -> Bool {
  guard let player = players.find(player) else { return false }
  let id = player.id
  return (try? player.engine().engine.enter { $0.isActive(id) }) ?? false
}

@c @implementation
public func thrum_player_duration(_ player: OpaquePointer?) -> Double { players.find(player)?.duration ?? 0 }

@c @implementation
public func thrum_player_set_muted(_ player: OpaquePointer?, _ muted: Bool) -> thrum_status {
  attempt { try players(player).perform { $0.setMuted(muted, $1) } }
}
