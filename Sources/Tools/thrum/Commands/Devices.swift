import ArgumentParser
import ThrumDevice

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the devices that can play patterns.",
    discussion: """
      Examples:
        thrum devices
        thrum play tap.ahap -D hw:1  (a name from the list)
        thrum play tap.ahap -D pad   (the motors of a game pad)
        thrum devices --all  (also ALSA plug-ins that only convert samples)
        thrum devices --json
      """)

  @Flag(name: .long, help: "Print JSON (schema thrum.devices/1).")
  var json = false

  @Flag(name: .long, help: "Also list ALSA plug-ins that only convert samples for another device.")
  var all = false

  func run() throws {
    try reporting {
      let devices = DeviceChoice.devices(all: all)
      if json {
        try Console.document(JSONText.encode(Document(devices: devices.map(Row.init))))
        return
      }
      try Console.lines(Devices.lines(devices.map(Row.init)))
      if !devices.contains(where: { $0.source == .alsa }) {
        Console.message(
          "No ALSA device found: there is no sound card or sound server, or you do not have permission to open /dev/snd."
        )
      }
      Console.messages(OutputKind.all.compactMap { $0.obstacle() })
    }
  }

  static func lines(_ rows: [Row]) -> [String] {
    let width = min(32, rows.map(\.name.count).max() ?? 0)
    return rows.map { pad($0.name, width) + "  " + $0.summary }
  }

  struct Document: Encodable {
    var schema = "thrum.devices/1"
    var devices: [Row]
  }

  struct Row: Encodable {
    var name: String
    var kind: String
    var summary: String

  }
}

extension Devices.Row {
  init(_ device: ListedDevice) {
    self.init(name: device.name, kind: device.source.rawValue, summary: device.summary)
  }
}
