import Synchronization
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern

/// The devices that the page may use.
///
/// ALSA device names can run commands (`file:"|command",raw`), so the page may choose only from the list.
final class StudioDevices: Sendable {
  private let own: String?
  private let list: @Sendable () -> [Choice]
  private let listed = Mutex<Set<String>?>(nil)

  /// - Parameter own: device named on the command line, listed first.
  init(own: String? = nil, list: @escaping @Sendable () -> [Choice] = alsa) {
    self.own = own
    self.list = list
  }

  func choices() -> [Choice] {
    let all = list().filter { !ListedDevice.isConverter($0.name) && $0.name != own }
    let ordered = all.filter { $0.name == "default" } + all.filter { $0.name != "default" }
    listed.withLock { $0 = ($0 ?? []).union(ordered.map(\.name)) }
    let first = own.map { [Choice(name: $0, about: "the device given on the command line")] } ?? []
    return first + ordered
  }

  func has(_ name: String) -> Bool {
    if name == own { return true }
    if listed.withLock({ $0 == nil }) { _ = choices() }
    return listed.withLock { $0?.contains(name) ?? false }
  }

  private static let alsa: @Sendable () -> [Choice] = {
    LinkedLibraries.register()
    return OutputKind.devices.filter { $0.source == .alsa }.map {
      Choice(name: $0.name, about: $0.summary)
    }
  }
}

/// The response to `GET /api/session`.
struct SessionFacts: JSONWritable {
  let context: StudioContext

  init(_ context: StudioContext) { self.context = context }

  func write(to writer: inout JSONWriter) {
    let choice = context.monitor
    writer.object { writer in
      writer.member("schema", "thrum.studio/1")
      writer.member("version", ThrumVersion.current)
      writer.member("folder", ifPresent: context.folder?.name)
      writer.member("writable", context.folder?.isWritable ?? false)
      writer.member("sampleRate", 48_000)
      writer.member("actuators", context.motors.all.map { Choice($0.preset) })
      writer.member("monitors", Choice.monitors)
      writer.name("monitor")
      writer.object { writer in
        writer.member("name", choice.mode.rawValue)
        // In dB.
        writer.member("gain", choice.gainDecibels)
        writer.member("reason", ifPresent: choice.reason)
      }
      writer.member("devices", context.devices.choices())
      writer.member("exports", PatternExport.formats)
      writer.member("hasPhonePage", context.phone != nil)
    }
  }
}
