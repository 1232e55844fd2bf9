import ThrumAnalysis
import ThrumDevice
import ThrumFormats
import ThrumPattern

/// What a page can choose from: motors, monitors, formats and presets.
package struct Catalogue: JSONWritable {
  package init() {}

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("version", ThrumVersion.current)
      writer.member("actuators", ActuatorPreset.all.map { Choice($0) })
      // Of files that are patterns.
      writer.member("endings", PatternFormat.named.flatMap { $0.endings })
      writer.member("monitors", Choice.monitors)
      writer.member("exports", PatternExport.formats)
      writer.member("presets", Preset.all.map { Choice(name: $0.name, about: $0.summary) })
    }
  }
}

/// A preset as AHAP.
struct PresetText: JSONWritable {
  let text: String

  func write(to writer: inout JSONWriter) {
    writer.object { writer in writer.member("text", text) }
  }
}
