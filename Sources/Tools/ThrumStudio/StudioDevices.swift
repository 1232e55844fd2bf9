import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern

/// The devices that the page may use.
///
/// ALSA device names can run commands (`file:"|command",raw`), so the page may choose only from the list.
final class StudioDevices: Sendable {
  private let own: String?
  private let list: @Sendable () -> [SessionFacts.Choice]
  private let listed = Mutex<Set<String>?>(nil)

  /// - Parameter own: device named on the command line, listed first.
  init(own: String? = nil, list: @escaping @Sendable () -> [SessionFacts.Choice] = alsa) {
    self.own = own
    self.list = list
  }

  func choices() -> [SessionFacts.Choice] {
    let all = list().filter { !ListedDevice.isConverter($0.name) && $0.name != own }
    let ordered = all.filter { $0.name == "default" } + all.filter { $0.name != "default" }
    listed.withLock { $0 = ($0 ?? []).union(ordered.map(\.name)) }
    let first = own.map { [SessionFacts.Choice(name: $0, about: "the device given on the command line")] } ?? []
    return first + ordered
  }

  func has(_ name: String) -> Bool {
    if name == own { return true }
    if listed.withLock({ $0 == nil }) { _ = choices() }
    return listed.withLock { $0?.contains(name) ?? false }
  }

  private static let alsa: @Sendable () -> [SessionFacts.Choice] = {
    LinkedLibraries.register()
    return OutputKind.devices.filter { $0.source == .alsa }.map {
      SessionFacts.Choice(name: $0.name, about: $0.summary)
    }
  }
}

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
