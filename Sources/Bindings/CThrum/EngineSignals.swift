// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine

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
