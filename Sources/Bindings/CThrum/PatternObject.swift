// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
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
  attempt {
    try hand(to: pattern) {
      guard length >= 0, let text else { throw Misuse.argument("the text is null, or its length is invalid") }
      let bytes = UnsafeRawBufferPointer(start: text, count: min(length, ReadLimits().bytes + 1))
      return patterns.add(try PatternObject(ahap: [UInt8](bytes), name: "text"))
    }
  }
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
