// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumPattern

/// What the functions for game engines share. They report errors to the engine's callback instead of returning them.
private enum Plugin {
  /// Passes an error to the engine's error callback and to `thrum_last_error`.
  static func report(to engine: EngineObject?, _ body: () throws -> Void) {
    let status = attempt(body)
    guard status != THRUM_OK else { return }
    engine?.errors?.direct { $0($1, status, thrum_last_error()) }
  }

  static func report(to player: OpaquePointer?, _ body: (PlayerObject) throws -> Void) {
    let object = players.find(player)
    report(to: try? object?.engine()) { try body(try players(player)) }
  }

  static func pattern(_ ahap: UnsafePointer<CChar>?) throws -> PatternObject {
    try PatternObject(ahap: [UInt8](try text(ahap, "the AHAP text").utf8), name: "text")
  }
}

@_cdecl("thrum_plugin_create") @implementation
public func thrum_plugin_create(
  _ context: UnsafeMutableRawPointer?, _ error: thrum_plugin_error?, _ stopped: thrum_stopped_handler?,
  _ reset: thrum_reset_handler?
) -> OpaquePointer? {
  var handle: OpaquePointer?
  let status = attempt {
    let object = try EngineObject(context: context, errors: error)
    object.setStoppedHandler(object.callback(stopped))
    object.setResetHandler(object.callback(reset))
    handle = engines.add(object)
  }
  if status != THRUM_OK { error?(context, status, thrum_last_error()) }
  return handle
}

@_cdecl("thrum_plugin_start") @implementation
public func thrum_plugin_start(_ engine: OpaquePointer?) {
  let object = engines.find(engine)
  Plugin.report(to: object) {
    let errors = try engines(engine).errors
    object?.engine.start { error in
      guard let error else { return }
      let (status, message) = described(error)
      errors?.call { function, context in message.withCString { function(context, status, $0) } }
    }
  }
}

@_cdecl("thrum_plugin_stop") @implementation
public func thrum_plugin_stop(_ engine: OpaquePointer?) {
  Plugin.report(to: engines.find(engine)) { try engines(engine).engine.stop() }
}

@_cdecl("thrum_plugin_play_ahap") @implementation
public func thrum_plugin_play_ahap(_ engine: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
  Plugin.report(to: engines.find(engine)) { try engines(engine).play(try Plugin.pattern(text)) }
}

@_cdecl("thrum_plugin_play_preset") @implementation
public func thrum_plugin_play_preset(_ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ intensity: Double) {
  Plugin.report(to: engines.find(engine)) { try engines(engine).play(try presetPattern(name, intensity)) }
}

@_cdecl("thrum_plugin_make_player") @implementation
public func thrum_plugin_make_player(
  _ engine: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ finished: thrum_reset_handler?
) -> OpaquePointer? {
  var handle: OpaquePointer?
  let object = engines.find(engine)
  Plugin.report(to: object) {
    let player = try PlayerObject(try engines(engine), try Plugin.pattern(text), isAdvanced: true)
    if let callback = try engines(engine).callback(finished) {
      try player.perform { $0.setCompletionHandler { _ in callback.call { $0($1) } } }
    }
    handle = players.add(player)
  }
  return handle
}

extension EngineObject {
  fileprivate func callback<Function>(_ function: Function?) -> Callback<Function>? {
    Callback(function, context, gate)
  }
}

@_cdecl("thrum_plugin_player_start") @implementation
public func thrum_plugin_player_start(_ player: OpaquePointer?, _ time: Double) {
  Plugin.report(to: player) { try $0.perform { (player) throws(EngineError) in try player.start(at: time) } }
}

@_cdecl("thrum_plugin_player_stop") @implementation
public func thrum_plugin_player_stop(_ player: OpaquePointer?, _ time: Double) {
  Plugin.report(to: player) { try $0.perform { (player) throws(EngineError) in try player.stop(at: time) } }
}

@_cdecl("thrum_plugin_player_cancel") @implementation
public func thrum_plugin_player_cancel(_ player: OpaquePointer?) {
  Plugin.report(to: player) { try $0.perform { (player) throws(EngineError) in try player.cancel() } }
}

@_cdecl("thrum_plugin_player_send_parameters") @implementation
public func thrum_plugin_player_send_parameters(
  _ player: OpaquePointer?, _ parameters: UnsafePointer<thrum_parameter>?, _ count: Int, _ time: Double
) {
  Plugin.report(to: player) { try $0.send(parameters, count, time) }
}
