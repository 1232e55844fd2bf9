// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumPattern

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
