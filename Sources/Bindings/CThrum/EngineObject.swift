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
public func thrum_engine_free(_ engine: OpaquePointer?) { CallbackGate.close { engines.remove(engine) } }

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
