// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import Glibc
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

final class PatternObject: Sendable {
  let pattern: Pattern
  /// Folder in which the search for the pattern's sounds starts.
  let folder: String

  init(_ pattern: Pattern, folder: String = ".") throws {
    try pattern.check()
    self.pattern = pattern
    self.folder = folder
  }

  var options: PlayerOptions {
    var options = PlayerOptions()
    let folder = folder
    options.resolveSound = { AHAP.soundFile($0, near: folder) }
    return options
  }

  convenience init(ahap bytes: [UInt8], name: String, folder: String = ".") throws {
    try self.init(AHAP.read(bytes, name: name).playable(), folder: folder)
  }
}

@_cdecl("thrum_pattern_from_ahap") @implementation
public func thrum_pattern_from_ahap(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt { try hand(to: pattern) { patterns.add(try parsed(text, length, folder: ".")) } }
}

@_cdecl("thrum_pattern_from_ahap_in_folder") @implementation
public func thrum_pattern_from_ahap_in_folder(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ folder: UnsafePointer<CChar>?,
  _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: pattern) {
      let folder = try folder.map { try CThrum.text($0, "the folder") } ?? "."
      return patterns.add(try parsed(text, length, folder: folder))
    }
  }
}

private func parsed(_ text: UnsafePointer<CChar>?, _ length: Int, folder: String) throws -> PatternObject {
  guard length >= 0, let text else { throw Misuse.argument("the text is null, or its length is invalid") }
  let bytes = UnsafeRawBufferPointer(start: text, count: min(length, ReadLimits().bytes + 1))
  return try PatternObject(ahap: [UInt8](bytes), name: "text", folder: folder)
}

@_cdecl("thrum_pattern_from_preset") @implementation
public func thrum_pattern_from_preset(
  _ name: UnsafePointer<CChar>?, _ intensity: Double, _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt { try hand(to: pattern) { patterns.add(try presetPattern(name, intensity)) } }
}

func presetPattern(_ name: UnsafePointer<CChar>?, _ intensity: Double) throws -> PatternObject {
  let name = try text(name, "the preset's name")
  guard let preset = Preset.named(name) else {
    let hint = Preset.nearest(to: name).map { "; did you mean “\($0)”?" } ?? "; see `thrum presets`"
    throw Misuse.argument("there is no preset “\(name)”\(hint)")
  }
  guard (0...1).contains(intensity) else {
    throw Misuse.argument("cannot play the preset “\(name)” at an intensity of \(intensity): give 0 … 1")
  }
  return try PatternObject(preset.pattern(intensity: intensity))
}

@_cdecl("thrum_pattern_free") @implementation
public func thrum_pattern_free(_ pattern: OpaquePointer?) { _ = patterns.remove(pattern) }

@_cdecl("thrum_pattern_duration") @implementation
public func thrum_pattern_duration(_ pattern: OpaquePointer?) -> Double {
  patterns.find(pattern)?.pattern.duration ?? 0
}

@_cdecl("thrum_pattern_ahap") @implementation
public func thrum_pattern_ahap(
  _ pattern: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  guard let pattern = patterns.find(pattern)?.pattern else { return 0 }
  return copy(AHAP.write(pattern), to: text, capacity)
}

@_cdecl("thrum_pattern_create") @implementation
public func thrum_pattern_create(
  _ events: UnsafePointer<thrum_event>?, _ event_count: Int,
  _ parameters: UnsafePointer<thrum_parameter>?, _ parameter_count: Int,
  _ curves: UnsafePointer<thrum_curve>?, _ curve_count: Int,
  _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: pattern) {
      var entries: [PatternEntry] = []
      for event in try elements(events, event_count, "events") { entries.append(.event(try Event(event))) }
      for parameter in try elements(parameters, parameter_count, "parameters") {
        entries.append(.parameter(try DynamicParameter(parameter)))
      }
      for curve in try elements(curves, curve_count, "curves") { entries.append(.curve(try ParameterCurve(curve))) }
      return patterns.add(try PatternObject(Pattern(entries: entries)))
    }
  }
}

extension Event {
  init(_ event: thrum_event) throws {
    let parameters = try elements(event.parameters, event.parameter_count, "parameters")
    self.init(
      type: try named(event.type, "event type"), time: event.time,
      duration: event.duration < 0 ? nil : event.duration,
      parameters: try parameters.map { EventParameter(try named($0.name, "event parameter"), $0.value) })
    if event.sound != 0 { resourceID = Int(event.sound) }
  }
}

extension DynamicParameter {
  init(_ parameter: thrum_parameter) throws {
    self.init(try named(parameter.name, "dynamic parameter"), value: parameter.value, time: parameter.time)
  }
}

extension ParameterCurve {
  init(_ curve: thrum_curve) throws {
    self.init(
      try named(curve.name, "dynamic parameter"), time: curve.time,
      points: try elements(curve.points, curve.point_count, "points").map {
        ControlPoint(time: $0.time, value: $0.value)
      })
  }
}

@_cdecl("thrum_pattern_from_file") @implementation
public func thrum_pattern_from_file(
  _ path: UnsafePointer<CChar>?, _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: pattern) {
      let path = try text(path, "the path")
      let bytes = try bytes(of: path)
      do {
        return patterns.add(try PatternObject(ahap: bytes, name: path, folder: folder(of: path)))
      } catch let error as EngineError where !path.lowercased().hasSuffix(".ahap") {
        // The reader's advice is for AHAP.
        throw EngineError(
          error.code,
          "\(path) is not AHAP, the only format that this library reads: make AHAP of another one with "
            + "`thrum convert \(path) NAME.ahap`")
      }
    }
  }
}

private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "" }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Reads up to one byte more than the reader's limit.
private func bytes(of path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw failure(path) }
  defer { close(file) }
  let limit = ReadLimits().bytes + 1
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while bytes.count < limit {
    let count = read(file, &block, min(block.count, limit - bytes.count))
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw failure(path) }
    if count == 0 { break }
    bytes += block[..<count]
  }
  return bytes
}

private func failure(_ path: String) -> EngineError {
  let error = errno
  return EngineError(
    .fileNotFound,
    error == ENOENT ? "\(path): no such file" : "\(path): cannot be read (\(String(cString: strerror(error))))")
}

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
