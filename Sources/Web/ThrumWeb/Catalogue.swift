import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern

/// What a page can choose from: motors, monitors, formats and presets.
struct Catalogue: JSONWritable {
  func write(to writer: inout JSONWriter) {
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
