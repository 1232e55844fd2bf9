// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumDevice
import ThrumEngine
import ThrumOutput

extension EngineObject {
  /// Creates an engine whose samples are pulled with its handle.
  fileprivate convenience init(pulledAs handle: UInt, sampleRate: Double) throws {
    LinkedLibraries.register()
    let driver: PulledOutput.Driver
    do throws(OutputError) { driver = try PulledOutput.Driver(key: UInt64(handle)) } catch {
      throw EngineError(.resourceNotAvailable, error.message)
    }
    var configuration = EngineConfiguration { PulledOutput(driver) }
    configuration.request.sampleRate = sampleRate
    configuration.settings.sampleRate = sampleRate
    configuration.soundReader = SoundFileReader()
    self.init(try HapticEngine(configuration), pulledFrom: driver)
  }
}

@_cdecl("thrum_engine_create_pulled") @implementation
public func thrum_engine_create_pulled(
  _ sample_rate: Double, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: engine) {
      guard (8_000...192_000).contains(sample_rate) else {
        throw Misuse.argument("cannot render at \(sample_rate) Hz: give 8000 … 192000")
      }
      let handle = engines.reserve()
      return engines.add(try EngineObject(pulledAs: handle, sampleRate: sample_rate), as: handle)
    }
  }
}

/// The handle is looked up among the ports, not in the table of handles, which has a lock.
@_cdecl("thrum_engine_pull") @implementation
public func thrum_engine_pull(
  _ engine: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ frames: Int
) -> Int {
  guard let samples, frames > 0 else { return 0 }
  if let port = PullPort.find(UInt64(UInt(bitPattern: engine))) { return port.pull(into: samples, frames: frames) }
  return PullPort.silence(samples, frames)
}
