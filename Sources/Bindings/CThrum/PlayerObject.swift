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

@_cdecl("thrum_player_send_parameters") @implementation
public func thrum_player_send_parameters(
  _ player: OpaquePointer?, _ parameters: UnsafePointer<thrum_parameter>?, _ count: Int, _ time: Double
) -> thrum_status {
  attempt { try players(player).send(parameters, count, time) }
}

extension PlayerObject {
  func send(_ parameters: UnsafePointer<thrum_parameter>?, _ count: Int, _ time: Double) throws {
    let values = try elements(parameters, count, "parameters").map { try DynamicParameter($0) }
    try perform { (player) throws(EngineError) in try player.send(values, at: time) }
  }

  func advanced() throws -> PlayerObject {
    guard isAdvanced else {
      throw EngineError(.notSupported, "only an advanced player can do this")
    }
    return self
  }
}

@_cdecl("thrum_player_schedule_curve") @implementation
public func thrum_player_schedule_curve(
  _ player: OpaquePointer?, _ curve: UnsafePointer<thrum_curve>?, _ time: Double
) -> thrum_status {
  attempt {
    let player = try players(player)
    guard let curve else { throw Misuse.argument("the curve is null") }
    let converted = try ParameterCurve(curve.pointee)
    try player.perform { (player) throws(EngineError) in try player.schedule(converted, at: time) }
  }
}

@_cdecl("thrum_player_pause") @implementation
public func thrum_player_pause(_ player: OpaquePointer?, _ time: Double) -> thrum_status {
  attempt {
    try players(player).advanced().perform { (player) throws(EngineError) in try player.pause(at: time) }
  }
}

@_cdecl("thrum_player_resume") @implementation
public func thrum_player_resume(_ player: OpaquePointer?, _ time: Double) -> thrum_status {
  attempt {
    try players(player).advanced().perform { (player) throws(EngineError) in try player.resume(at: time) }
  }
}

@_cdecl("thrum_player_seek") @implementation
public func thrum_player_seek(_ player: OpaquePointer?, _ offset: Double) -> thrum_status {
  attempt {
    try players(player).advanced().perform { (player) throws(EngineError) in try player.seek(to: offset) }
  }
}

@_cdecl("thrum_player_set_loop_enabled") @implementation
public func thrum_player_set_loop_enabled(_ player: OpaquePointer?, _ enabled: Bool) -> thrum_status {
  attempt {
    try players(player).advanced().perform { (player) throws(EngineError) in try player.setLoops(enabled) }
  }
}

@_cdecl("thrum_player_set_loop_end") @implementation
public func thrum_player_set_loop_end(_ player: OpaquePointer?, _ end: Double) -> thrum_status {
  attempt {
    let player = try players(player).advanced()
    guard HapticPlayer.accepts(loopEnd: end) else {
      throw Misuse.argument("cannot loop at \(end) s: give 0, for the pattern's own end, or more")
    }
    try player.perform { (player) throws(EngineError) in try player.setLoopEnd(end) }
  }
}

@_cdecl("thrum_player_set_playback_rate") @implementation
public func thrum_player_set_playback_rate(_ player: OpaquePointer?, _ rate: Double) -> thrum_status {
  attempt {
    let player = try players(player).advanced()
    guard HapticPlayer.accepts(rate: rate) else {
      throw Misuse.argument("cannot play at a rate of \(rate): give more than 0 and less than 1e6; 1 is normal speed")
    }
    try player.perform { (player) throws(EngineError) in try player.setRate(rate) }
  }
}

@_cdecl("thrum_player_set_completion_handler") @implementation
public func thrum_player_set_completion_handler(
  _ player: OpaquePointer?, _ handler: thrum_completion?, _ context: UnsafeMutableRawPointer?
) -> thrum_status { thrum_player_set_completion_handler_releasing(player, handler, context, nil) }

@_cdecl("thrum_player_set_completion_handler_releasing") @implementation
public func thrum_player_set_completion_handler_releasing(
  _ player: OpaquePointer?, _ handler: thrum_completion?, _ context: UnsafeMutableRawPointer?,
  _ release: thrum_release?
) -> thrum_status {
  attempt(keeping: HostContext(context, release)) { context in
    let player = try players(player).advanced()
    let callback = Callback(handler, context, try player.engine().gate)
    try player.perform { $0.setCompletionHandler { answer(callback, $0) } }
  }
}
