// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// The lists of what can be named, with the schemas of the command's lists.
private enum JSONLists {
  /// Returns an object with a schema and one list.
  static func document<Row>(
    _ schema: String, _ name: String, _ rows: [Row], _ write: (inout JSONWriter, Row) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.member("schema", schema)
      writer.name(name)
      writer.array(rows) { writer, row in writer.object { write(&$0, row) } }
    }
    return writer.bytes
  }
}

extension ListedDevice {
  /// The device as `thrum_engine_create` takes it; the command takes ALSA's names as they are.
  fileprivate var argument: String {
    switch source {
    case .alsa: "alsa:\(name)"
    case .builtIn: name == "null" ? SilentOutput.kind.name : name
    case .pad, .phone, .vibrator: name
    }
  }
}

@_cdecl("thrum_devices") @implementation
public func thrum_devices(_ text: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
  LinkedLibraries.register()
  let devices = OutputKind.devices.filter { !$0.isConverter }
  let document = JSONLists.document("thrum.devices/1", "devices", devices) { writer, device in
    writer.member("kind", device.source.rawValue)
    writer.member("name", device.argument)
    writer.member("summary", device.summary)
  }
  return copy(document, to: text, capacity)
}

@_cdecl("thrum_presets") @implementation
public func thrum_presets(_ text: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
  let document = JSONLists.document("thrum.presets/1", "presets", Preset.all) { writer, preset in
    writer.member("name", preset.name)
    writer.member("seconds", preset.pattern().duration)
    writer.member("summary", preset.summary)
    writer.member("systemSound", ifPresent: preset.systemSound)
  }
  return copy(document, to: text, capacity)
}

@_cdecl("thrum_motors") @implementation
public func thrum_motors(_ text: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
  let document = JSONLists.document("thrum.motors/1", "motors", ActuatorPreset.all) { writer, motor in
    writer.member("name", motor.name)
    writer.member("summary", motor.summary)
  }
  return copy(document, to: text, capacity)
}
