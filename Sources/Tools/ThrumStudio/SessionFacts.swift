import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// The response to `GET /api/session`.
struct SessionFacts: Encodable {
  var schema = "thrum.studio/1"
  var version = ThrumVersion.current
  var folder: String?
  var writable: Bool
  var sampleRate = 48_000
  var actuators: [Choice]
  var monitors = MonitorMode.allCases.map { Choice(name: $0.rawValue, about: $0.summary) }
  var monitor: Monitor
  var devices: [Choice]
  var exports = PatternExport.formats
  var hasPhonePage: Bool

  struct Choice: Encodable {
    var name: String
    var about: String
  }

  struct Monitor: Encodable {
    var name: String
    /// In dB.
    var gain: Double
    var reason: String?
  }

  init(_ context: StudioContext) {
    actuators = context.motors.all.map { Choice(name: $0.preset.name, about: $0.preset.summary) }
    folder = context.folder?.name
    writable = context.folder?.isWritable ?? false
    let choice = context.monitor
    monitor = Monitor(name: choice.mode.rawValue, gain: choice.gainDecibels, reason: choice.reason)
    devices = context.devices.choices()
    hasPhonePage = context.phone != nil
  }
}
