import ThrumOutput
import ThrumPattern
import ThrumDevice
import ThrumRender

/// What there is to choose from.
struct SessionFacts: Encodable {
  var schema = "thrum.studio/1"
  var version = ThrumVersion.current
  var folder: String?
  var writable: Bool
  var sampleRate = 48_000
  var actuators: [Choice]
  var monitors = MonitorMode.allCases.map { Choice(name: $0.rawValue, about: $0.summary) }
  var devices: [Choice]
  var exports = PatternExport.formats

  /// A name and what it stands for.
  struct Choice: Encodable {
    var name: String
    var about: String
  }

  init(_ folder: StudioFolder?, _ motors: StudioMotors) {
    actuators = motors.all.map { Choice(name: $0.preset.name, about: $0.preset.summary) }
    self.folder = folder?.name
    writable = folder?.isWritable ?? false
    let all = DeviceList.all().filter { $0.kind == .alsa && !SessionFacts.isConverter($0.name) }
    devices = (all.filter { $0.name == "default" } + all.filter { $0.name != "default" })
      .map { Choice(name: $0.name, about: $0.summary) }
  }

  /// Whether a name of ALSA's list stands for a converter that wants another device behind it.
  private static func isConverter(_ name: String) -> Bool {
    let converters = ["null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "jack", "oss"]
    return converters.contains { name == $0 || name.hasPrefix($0 + ":") }
  }
}
