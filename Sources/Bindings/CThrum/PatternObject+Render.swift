// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

extension PatternObject {
  /// Passes the samples to `body` in blocks.
  fileprivate func render(
    _ settings: RenderSettings, _ signal: OfflineRenderer.Signal, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) throws {
    if let problem = settings.problem { throw Misuse.argument("cannot render: \(problem)") }
    let folder = folder
    var compiler = ScheduleCompiler(sampleRate: settings.sampleRate) { name in
      AHAP.soundFile(name, near: folder).flatMap { try? SoundFileReader().read(path: $0) }
    }
    compiler.audioOnly = signal == .audio
    var renderer = OfflineRenderer([compiler.compile(pattern)], settings: settings, signal: signal)
    guard renderer.expectedFrames <= 100_000_000 else {
      throw Misuse.argument("cannot render \(renderer.expectedFrames) frames: the limit is 100000000")
    }
    while renderer.renderNext(body) {}
  }
}

/// Returns the preset of a motor. Null is the default.
func motor(_ name: UnsafePointer<CChar>?) throws -> ActuatorPreset {
  guard name != nil else { return .phone }
  let name = try text(name, "the motor's name")
  guard let preset = ActuatorPreset.named(name) else {
    throw Misuse.argument("there is no motor “\(quoted(name))”: choose from \(names(ActuatorPreset.all.map(\.name)))")
  }
  return preset
}

private func names(_ all: [String]) -> String { all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "") }

/// Sets the monitor mode that a name means, and returns its signal. Null is the monitor.
private func signal(_ name: UnsafePointer<CChar>?, _ settings: inout RenderSettings) throws -> OfflineRenderer.Signal {
  guard name != nil else { return .monitor }
  let name = try text(name, "the signal's name")
  if let signal = OfflineRenderer.Signal(rawValue: name) { return signal }
  guard let mode = MonitorMode(rawValue: name) else {
    let all = OfflineRenderer.Signal.allCases.map(\.rawValue) + MonitorMode.allCases.map(\.rawValue)
    throw Misuse.argument("there is no signal “\(quoted(name))”: choose from \(names(all))")
  }
  settings.monitor = mode
  return .monitor
}

@_cdecl("thrum_pattern_render") @implementation
public func thrum_pattern_render(
  _ pattern: OpaquePointer?, _ sample_rate: Double, _ signal: UnsafePointer<CChar>?, _ motor: UnsafePointer<CChar>?,
  _ samples: UnsafeMutablePointer<Float>?, _ capacity: Int
) -> Int {
  var count = 0
  let status = attempt {
    let object = try patterns(pattern)
    var settings = RenderSettings()
    settings.sampleRate = sample_rate
    settings.actuator = try CThrum.motor(motor)
    let signal = try CThrum.signal(signal, &settings)
    try object.render(settings, signal) { block in
      if let samples, let source = block.baseAddress, count < capacity {
        (samples + count).update(from: source, count: min(block.count, capacity - count))
      }
      count += block.count
    }
  }
  return status == THRUM_OK ? count : 0
}
