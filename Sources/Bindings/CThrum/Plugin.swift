// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumPattern

/// Passes an error to the engine's error callback and to `thrum_last_error`.
private func report(to engine: EngineObject?, _ body: () throws -> Void) {
  let status = attempt(body)
  guard status != THRUM_OK else { return }
  engine?.errors?.direct { $0($1, status, thrum_last_error()) }
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
  report(to: object) {
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
  report(to: engines.find(engine)) { try engines(engine).engine.stop() }
}

@_cdecl("thrum_plugin_play_ahap") @implementation
public func thrum_plugin_play_ahap(_ engine: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
  report(to: engines.find(engine)) { try engines(engine).play(try pattern(text)) }
}

@_cdecl("thrum_plugin_play_preset") @implementation
public func thrum_plugin_play_preset(_ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ intensity: Double) {
  report(to: engines.find(engine)) { try engines(engine).play(try presetPattern(name, intensity)) }
}

private func pattern(_ ahap: UnsafePointer<CChar>?) throws -> PatternObject {
  try PatternObject(ahap: [UInt8](try text(ahap, "the AHAP text").utf8), name: "text")
}

@_cdecl("thrum_plugin_make_player") @implementation
public func thrum_plugin_make_player(
  _ engine: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ finished: thrum_reset_handler?
) -> OpaquePointer? {
  var handle: OpaquePointer?
  let object = engines.find(engine)
  report(to: object) {
    let player = try PlayerObject(try engines(engine), try pattern(text), isAdvanced: true)
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

private func report(to player: OpaquePointer?, _ body: (PlayerObject) throws -> Void) {
  let object = players.find(player)
  report(to: try? object?.engine()) { try body(try players(player)) }
}

@_cdecl("thrum_plugin_player_start") @implementation
public func thrum_plugin_player_start(_ player: OpaquePointer?, _ time: Double) {
  report(to: player) { try $0.perform { (player) throws(EngineError) in try player.start(at: time) } }
}

@_cdecl("thrum_plugin_player_stop") @implementation
public func thrum_plugin_player_stop(_ player: OpaquePointer?, _ time: Double) {
  report(to: player) { try $0.perform { (player) throws(EngineError) in try player.stop(at: time) } }
}

@_cdecl("thrum_plugin_player_cancel") @implementation
public func thrum_plugin_player_cancel(_ player: OpaquePointer?) {
  report(to: player) { try $0.perform { (player) throws(EngineError) in try player.cancel() } }
}

@_cdecl("thrum_plugin_player_send_parameters") @implementation
public func thrum_plugin_player_send_parameters(
  _ player: OpaquePointer?, _ parameters: UnsafePointer<thrum_parameter>?, _ count: Int, _ time: Double
) {
  report(to: player) { try $0.send(parameters, count, time) }
}

// Parameters in the order of the plug-in's enums.
private let eventParameters: [EventParameterID] = [
  .hapticIntensity, .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained, .audioVolume, .audioPan,
  .audioPitch, .audioBrightness,
]
private let dynamicParameters: [DynamicParameterID] = [
  .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
  .hapticReleaseTimeControl, .audioVolumeControl, .audioPanControl, .audioPitchControl, .audioBrightnessControl,
  .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl,
]
private let eventTypes: [EventType] = [.hapticTransient, .hapticContinuous, .audioContinuous, .audioCustom]

/// Returns the first value if the index is out of range, as in the plug-in.
private func entry<Value>(_ number: Int32, of values: [Value]) -> Value {
  values.indices.contains(Int(number)) ? values[Int(number)] : values[0]
}

@_cdecl("CoreHaptics_Capabilities_MinValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_MinValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(entry(parameter, of: eventParameters).range.lowerBound)
}

@_cdecl("CoreHaptics_Capabilities_DefaultValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_DefaultValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(entry(parameter, of: eventParameters).defaultValue(for: entry(type, of: eventTypes)))
}

@_cdecl("CoreHaptics_Capabilities_MaxValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_MaxValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(entry(parameter, of: eventParameters).range.upperBound)
}

@_cdecl("CoreHaptics_Capabilities_MinValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_MinValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(entry(parameter, of: dynamicParameters).range.lowerBound)
}

@_cdecl("CoreHaptics_Capabilities_DefaultValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_DefaultValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(entry(parameter, of: dynamicParameters).defaultValue)
}

@_cdecl("CoreHaptics_Capabilities_MaxValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_MaxValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(entry(parameter, of: dynamicParameters).range.upperBound)
}
