import HapticOutput
import HapticPattern
import HapticRender

/// What there is to choose from.
struct SessionFacts: Encodable {
  var schema = "thrum.studio/1"
  var version = ThrumVersion.current
  var folder: String?
  var writable: Bool
  var sampleRate = 48_000
  var actuators = ActuatorPreset.all.map { Choice(name: $0.name, about: $0.summary) }
  var monitors = MonitorMode.allCases.map { Choice(name: $0.rawValue, about: $0.summary) }
  var devices: [Choice]

  /// A name and what it stands for.
  struct Choice: Encodable {
    var name: String
    var about: String
  }

  init(_ folder: StudioFolder?) {
    self.folder = folder?.name
    writable = folder?.isWritable ?? false
    devices = DeviceList.all().filter { $0.kind == .alsa }.map { Choice(name: $0.name, about: $0.summary) }
  }
}
