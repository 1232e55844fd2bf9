// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine

@_cdecl("thrum_engine_set_stopped_handler") @implementation
public func thrum_engine_set_stopped_handler(
  _ engine: OpaquePointer?, _ handler: thrum_stopped_handler?, _ context: UnsafeMutableRawPointer?
) -> thrum_status { thrum_engine_set_stopped_handler_releasing(engine, handler, context, nil) }

@_cdecl("thrum_engine_set_stopped_handler_releasing") @implementation
public func thrum_engine_set_stopped_handler_releasing(
  _ engine: OpaquePointer?, _ handler: thrum_stopped_handler?, _ context: UnsafeMutableRawPointer?,
  _ release: thrum_release?
) -> thrum_status {
  attempt(keeping: HostContext(context, release)) { context in
    let object = try engines(engine)
    object.setStoppedHandler(Callback(handler, context, object.gate))
  }
}

@_cdecl("thrum_engine_set_reset_handler") @implementation
public func thrum_engine_set_reset_handler(
  _ engine: OpaquePointer?, _ handler: thrum_reset_handler?, _ context: UnsafeMutableRawPointer?
) -> thrum_status { thrum_engine_set_reset_handler_releasing(engine, handler, context, nil) }

@_cdecl("thrum_engine_set_reset_handler_releasing") @implementation
public func thrum_engine_set_reset_handler_releasing(
  _ engine: OpaquePointer?, _ handler: thrum_reset_handler?, _ context: UnsafeMutableRawPointer?,
  _ release: thrum_release?
) -> thrum_status {
  attempt(keeping: HostContext(context, release)) { context in
    let object = try engines(engine)
    object.setResetHandler(Callback(handler, context, object.gate))
  }
}

extension EngineObject {
  func setStoppedHandler(_ callback: Callback<thrum_stopped_handler>?) {
    defer { gate.releaseDue() }
    engine.withEngine { engine in
      engine.setStoppedHandler { reason in callback?.call { $0($1, Int32(reason.rawValue)) } }
    }
  }

  func setResetHandler(_ callback: Callback<thrum_reset_handler>?) {
    defer { gate.releaseDue() }
    engine.withEngine { engine in engine.setResetHandler { callback?.call { $0($1) } } }
  }
}

@_cdecl("thrum_engine_notify_when_players_finished") @implementation
public func thrum_engine_notify_when_players_finished(
  _ engine: OpaquePointer?, _ handler: thrum_finished_handler?, _ context: UnsafeMutableRawPointer?
) -> thrum_status { thrum_engine_notify_when_players_finished_releasing(engine, handler, context, nil) }

@_cdecl("thrum_engine_notify_when_players_finished_releasing") @implementation
public func thrum_engine_notify_when_players_finished_releasing(
  _ engine: OpaquePointer?, _ handler: thrum_finished_handler?, _ context: UnsafeMutableRawPointer?,
  _ release: thrum_release?
) -> thrum_status {
  attempt(keeping: HostContext(context, release)) { context in
    let object = try engines(engine)
    let callback = Callback(handler, context, object.gate, once: true)
    try object.perform { (engine) throws(EngineError) in
      try engine.notifyWhenPlayersFinished { _ in
        var action = Int32(THRUM_FINISHED_STOP_ENGINE)
        callback?.call { action = $0($1) }
        return HapticEngine.FinishedAction(rawValue: Int(action)) ?? .leaveEngineRunning
      }
    }
  }
}

@_cdecl("thrum_engine_set") @implementation
public func thrum_engine_set(_ engine: OpaquePointer?, _ name: Int32, _ value: Bool) -> thrum_status {
  attempt {
    let object = try engines(engine)
    guard (0...4).contains(Int(name)) else {
      throw Misuse.argument("there is no switch \(name): valid numbers are 0 … 4")
    }
    object.engine.withEngine { engine in
      switch Int(name) {
      case THRUM_MUTED_FOR_HAPTICS: engine.setMutedForHaptics(value)
      case THRUM_MUTED_FOR_AUDIO: engine.setMutedForAudio(value)
      case THRUM_PLAYS_HAPTICS_ONLY: engine.setPlaysHapticsOnly(value)
      case THRUM_PLAYS_AUDIO_ONLY: engine.setPlaysAudioOnly(value)
      default: engine.setAutoShutdownEnabled(value)
      }
    }
  }
}

@_cdecl("thrum_engine_get") @implementation
public func thrum_engine_get(_ engine: OpaquePointer?, _ name: Int32) -> Bool {
  guard let switches = engines.find(engine)?.engine.withEngine({ $0.switches }) else { return false }
  return switch Int(name) {
  case THRUM_MUTED_FOR_HAPTICS: switches.isMutedForHaptics
  case THRUM_MUTED_FOR_AUDIO: switches.isMutedForAudio
  case THRUM_PLAYS_HAPTICS_ONLY: switches.playsHapticsOnly
  case THRUM_PLAYS_AUDIO_ONLY: switches.playsAudioOnly
  case THRUM_AUTO_SHUTDOWN_ENABLED: switches.isAutoShutdownEnabled
  default: false
  }
}
