// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumPattern

/// A player that does not retain its engine.
final class PlayerObject: Sendable {
  let player: HapticPlayer
  let isAdvanced: Bool
  let gate: CallbackGate
  private weak let owner: EngineObject?

  init(_ owner: EngineObject, _ pattern: PatternObject, isAdvanced: Bool) throws {
    var options = pattern.options
    options.isAdvanced = isAdvanced
    let (made, content) = (options, pattern.pattern)
    player = try owner.perform { (engine) throws(EngineError) in try engine.makePlayer(content, options: made) }
    self.isAdvanced = isAdvanced
    gate = owner.gate
    self.owner = owner
  }

  func engine() throws -> EngineObject {
    guard let owner else { throw EngineError(.invalidPatternPlayer, "the player's engine was freed") }
    return owner
  }

  func perform(_ body: (HapticPlayer) throws(EngineError) -> Void) throws {
    let engine = try engine()
    defer { engine.gate.releaseDue() }
    try body(player)
  }
}

@_cdecl("thrum_player_create") @implementation
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

@_cdecl("thrum_player_free") @implementation
public func thrum_player_free(_ player: OpaquePointer?) {
  var removed = players.remove(player)
  let gate = removed?.gate
  removed = nil
  gate?.releaseDue()
}

@_cdecl("thrum_engine_play") @implementation
public func thrum_engine_play(_ engine: OpaquePointer?, _ pattern: OpaquePointer?) -> thrum_status {
  attempt { try engines(engine).play(try patterns(pattern)) }
}

extension EngineObject {
  func play(_ pattern: PatternObject) throws {
    let (content, options) = (pattern.pattern, pattern.options)
    try perform { (engine) throws(EngineError) in try engine.playPattern(content, options: options) }
  }
}

@_cdecl("thrum_player_start") @implementation
public func thrum_player_start(_ player: OpaquePointer?, _ time: Double) -> thrum_status {
  attempt { try players(player).perform { (player) throws(EngineError) in try player.start(at: time) } }
}

@_cdecl("thrum_player_stop") @implementation
public func thrum_player_stop(_ player: OpaquePointer?, _ time: Double) -> thrum_status {
  attempt { try players(player).perform { (player) throws(EngineError) in try player.stop(at: time) } }
}

@_cdecl("thrum_player_cancel") @implementation
public func thrum_player_cancel(_ player: OpaquePointer?) -> thrum_status {
  attempt { try players(player).perform { (player) throws(EngineError) in try player.cancel() } }
}

@_cdecl("thrum_player_is_active") @implementation
public func thrum_player_is_active(_ player: OpaquePointer?) -> Bool {
  players.find(player)?.player.isActive ?? false
}

@_cdecl("thrum_player_duration") @implementation
public func thrum_player_duration(_ player: OpaquePointer?) -> Double { players.find(player)?.player.duration ?? 0 }

@_cdecl("thrum_player_set_muted") @implementation
public func thrum_player_set_muted(_ player: OpaquePointer?, _ muted: Bool) -> thrum_status {
  attempt { try players(player).perform { $0.isMuted = muted } }
}
