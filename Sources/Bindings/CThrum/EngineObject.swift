// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumDevice
import ThrumEngine
import ThrumOutput

final class EngineObject: Sendable {
  let engine: HapticEngine
  let gate = CallbackGate()
  let errors: Callback<thrum_plugin_error>?
  /// The context of a plug-in's callbacks, which lives as long as the engine.
  let context: HostContext
  /// Set if the host takes the samples.
  let pulled: PulledOutput.Driver?

  init(_ environment: HapticEnvironment?, device: String?) throws {
    var configuration = EngineConfiguration()
    if let device {
      guard environment == nil else { throw Misuse.argument("an engine in virtual time has no device: pass null") }
      configuration.makeOutput = try EngineObject.output(device)
      configuration.soundReader = SoundFileReader()
    }
    engine = try HapticEngine(configuration, in: environment)
    errors = nil
    context = HostContext(nil, nil)
    pulled = nil
  }

  /// Creates the object of an engine whose samples the host takes.
  init(_ engine: HapticEngine, pulledFrom driver: PulledOutput.Driver) {
    self.engine = engine
    errors = nil
    context = HostContext(nil, nil)
    pulled = driver
  }

  private static func output(_ name: String) throws -> @Sendable () -> any OutputDevice {
    LinkedLibraries.register()
    do throws(OutputError) { return try OutputKind.output(named: name) } catch { throw Misuse.argument(error.message) }
  }

  /// Creates a plug-in's engine on the process's device.
  init(context: UnsafeMutableRawPointer?, errors: thrum_plugin_error?) throws {
    engine = try HapticEngine()
    self.context = HostContext(context, nil)
    self.errors = Callback(errors, self.context, gate)
    pulled = nil
  }

  func perform<Result: Sendable>(_ body: @Sendable (isolated HapticEngine) throws(EngineError) -> Result) throws
    -> Result
  {
    defer { gate.releaseDue() }
    return try engine.withEngine(body)
  }
}

func answer(_ completion: Callback<thrum_completion>?, _ error: EngineError?) {
  completion?.call { function, context in
    let (status, message) = error.map(described) ?? (thrum_status(THRUM_OK), "")
    message.withCString { function(context, status, $0) }
  }
}

@_cdecl("thrum_supports_haptics") @implementation
public func thrum_supports_haptics() -> Bool { HapticEnvironment.current.profile.supportsHaptics }

@_cdecl("thrum_supports_audio") @implementation
public func thrum_supports_audio() -> Bool { HapticEnvironment.current.profile.supportsAudio }

@_cdecl("thrum_engine_create") @implementation
public func thrum_engine_create(
  _ environment: OpaquePointer?, _ device: UnsafePointer<CChar>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: engine) {
      let place = environment == nil ? nil : try environments(environment).environment
      return engines.add(try EngineObject(place, device: device == nil ? nil : try text(device, "the device")))
    }
  }
}

@_cdecl("thrum_engine_free") @implementation
public func thrum_engine_free(_ engine: OpaquePointer?) {
  CallbackGate.close {
    let object = engines.remove(engine)
    object?.pulled?.retire()
    return object
  }
}

@_cdecl("thrum_wait_for_callbacks") @implementation
public func thrum_wait_for_callbacks() {
  guard cthrum_callback(0) == 0, !HapticEnvironment.hasLostThreads else { return }
  CallbackGate.waitForClosing()
}

@_cdecl("thrum_engine_start") @implementation
public func thrum_engine_start(_ engine: OpaquePointer?) -> thrum_status {
  attempt { try engines(engine).engine.startAndWait() }
}

@_cdecl("thrum_engine_start_async") @implementation
public func thrum_engine_start_async(
  _ engine: OpaquePointer?, _ completion: thrum_completion?, _ context: UnsafeMutableRawPointer?
) -> thrum_status { thrum_engine_start_async_releasing(engine, completion, context, nil) }

@_cdecl("thrum_engine_start_async_releasing") @implementation
public func thrum_engine_start_async_releasing(
  _ engine: OpaquePointer?, _ completion: thrum_completion?, _ context: UnsafeMutableRawPointer?,
  _ release: thrum_release?
) -> thrum_status {
  attempt(keeping: HostContext(context, release)) { context in
    let object = try engines(engine)
    defer { object.gate.releaseDue() }
    let completion = Callback(completion, context, object.gate, once: true)
    object.engine.start { answer(completion, $0) }
  }
}

@_cdecl("thrum_engine_stop") @implementation
public func thrum_engine_stop(_ engine: OpaquePointer?) -> thrum_status {
  attempt { try engines(engine).engine.stopAndWait() }
}

@_cdecl("thrum_engine_stop_async") @implementation
public func thrum_engine_stop_async(
  _ engine: OpaquePointer?, _ completion: thrum_completion?, _ context: UnsafeMutableRawPointer?
) -> thrum_status { thrum_engine_stop_async_releasing(engine, completion, context, nil) }

@_cdecl("thrum_engine_stop_async_releasing") @implementation
public func thrum_engine_stop_async_releasing(
  _ engine: OpaquePointer?, _ completion: thrum_completion?, _ context: UnsafeMutableRawPointer?,
  _ release: thrum_release?
) -> thrum_status {
  attempt(keeping: HostContext(context, release)) { context in
    let object = try engines(engine)
    defer { object.gate.releaseDue() }
    let completion = Callback(completion, context, object.gate, once: true)
    object.engine.stop { answer(completion, $0) }
  }
}

@_cdecl("thrum_engine_is_running") @implementation
public func thrum_engine_is_running(_ engine: OpaquePointer?) -> Bool {
  engines.find(engine)?.engine.withEngine { $0.isRunning } ?? false
}

@_cdecl("thrum_engine_time") @implementation
public func thrum_engine_time(_ engine: OpaquePointer?) -> Double { engines.find(engine)?.engine.currentTime ?? 0 }

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

@_cdecl("thrum_engine_set_gain") @implementation
public func thrum_engine_set_gain(_ engine: OpaquePointer?, _ decibels: Double) -> thrum_status {
  attempt {
    let object = try engines(engine)
    guard (-120...40).contains(decibels) else {
      throw Misuse.argument("cannot set the volume to \(decibels) dB: give -120 … 40")
    }
    object.engine.withEngine { $0.setGain(decibels: decibels) }
  }
}

@_cdecl("thrum_engine_set_motor") @implementation
public func thrum_engine_set_motor(_ engine: OpaquePointer?, _ motor: UnsafePointer<CChar>?) -> thrum_status {
  attempt {
    let object = try engines(engine)
    guard motor != nil else { throw Misuse.argument("the motor's name is null") }
    let preset = try CThrum.motor(motor)
    try object.perform { (engine) throws(EngineError) in try engine.setActuator(preset) }
  }
}

@_cdecl("thrum_engine_meter") @implementation
public func thrum_engine_meter(
  _ engine: OpaquePointer?, _ peak: UnsafeMutablePointer<Float>?, _ level: UnsafeMutablePointer<Float>?
) -> thrum_status {
  attempt {
    let meter = try engines(engine).engine.withEngine { $0.meter }
    peak?.pointee = meter.peak
    level?.pointee = meter.level
  }
}

@_cdecl("thrum_engine_samples") @implementation
public func thrum_engine_samples(
  _ engine: OpaquePointer?, _ start: Double, _ frames: Int, _ samples: UnsafeMutablePointer<Float>?
) -> thrum_status {
  attempt {
    let engine = try engines(engine).engine
    guard let samples else { throw Misuse.argument("the pointer to the samples is null") }
    guard engine.environment.isVirtual else {
      throw EngineError(
        .notSupported, "an engine that runs in real time keeps no samples: create it in a virtual environment")
    }
    guard start >= 0, start < 1e6, frames >= 0, frames <= 100_000_000 else {
      throw Misuse.argument("cannot return \(frames) frames starting at \(start) s")
    }
    let rendered = engine.withEngine { $0.samples(start...start + Double(frames) / 48_000) }
    for index in 0..<2 * frames { samples[index] = index < rendered.count ? rendered[index] : 0 }
  }
}

@_cdecl("thrum_engine_register_sound") @implementation
public func thrum_engine_register_sound(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ uses_volume_envelope: Bool, _ loops: Bool,
  _ sound: UnsafeMutablePointer<Int64>?
) -> thrum_status {
  attempt {
    let object = try engines(engine)
    let path = try text(path, "the path")
    guard let sound else { throw Misuse.argument("the pointer to the sound's number is null") }
    sound.pointee = 0
    sound.pointee = Int64(
      try object.perform { (engine) throws(EngineError) in
        try engine.registerSound(path: path, usesVolumeEnvelope: uses_volume_envelope, loops: loops)
      })
  }
}

@_cdecl("thrum_engine_unregister_sound") @implementation
public func thrum_engine_unregister_sound(_ engine: OpaquePointer?, _ sound: Int64) -> thrum_status {
  attempt {
    try engines(engine).perform { (engine) throws(EngineError) in try engine.unregisterSound(Int(sound)) }
  }
}
