import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumStudio

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "See, hear, compare and edit patterns on a local web page.",
    discussion: """
      Examples:
        thrum studio                       the library of patterns
        thrum studio Haptics               and the patterns in a folder
        thrum studio Haptics/tap.ahap      one pattern only
        thrum studio Haptics --open        open it in the browser
        thrum studio Haptics --write       and let the page save them
        thrum studio Haptics --port 8765   use a fixed port
        thrum studio --actuator mine.json  add your own motor
        thrum studio -D plughw:1           add a device that is not listed
        thrum studio Haptics --phone       show the open pattern on phones, too

      The page is served to this machine only; the printed address contains a token for this run. Nothing is \
      fetched from or sent to other machines. Ctrl-C ends the studio.

      With --phone, a second page is served to the local network: it shows and plays the pattern that is open in the \
      studio, and changes nothing. A phone opens it with a QR code that works once. The connection is not encrypted: \
      others on the network can read the pattern.
      """)

  @Argument(help: "The folder to show, or a single pattern.", completion: Completions.patterns)
  var folder: String?

  @Flag(name: .long, help: "Open the page in the desktop’s browser (xdg-open).")
  var open = false

  @Flag(name: .long, help: "Let the page save files in the folder.")
  var write = false

  @Option(name: .long, help: "The port to listen on; 0 picks a free one. By default, each folder has its own.")
  var port: UInt16?

  @Option(
    name: [.customShort("D"), .long],
    help: ArgumentHelp(
      "An ALSA device to offer in addition to those that `thrum devices` lists; the page offers no others.",
      valueName: "name"))
  var device: String?

  @Option(
    name: .long,
    help: ArgumentHelp("An actuator file to offer alongside the presets; repeatable.", valueName: "file"))
  var actuator: [String] = []

  @Option(
    name: .long, defaultAsFlag: PhoneOption.anyAddress, parsing: .next,
    help: ArgumentHelp(
      "Serve a page for phones in the room, on the given address, or on this machine's only local address.",
      valueName: "address[:port]"))
  var phone: PhoneOption?

  @Option(
    name: .long,
    help: ArgumentHelp("Write the page's files to a folder instead, as `make web` does.", valueName: "folder"))
  var writePage: String?

  mutating func validate() throws {
    // `--phone FOLDER` means the flag, then the folder.
    if case .other(let word)? = phone {
      if let fault = PhoneOption.fault(of: word) { throw ValidationError(fault) }
      guard folder == nil else { throw ValidationError(PhoneOption.needsAddress) }
      folder = word
      phone = .anyAddress
    }
    if write, folder == nil { throw ValidationError("--write needs a folder") }
    if let device, device.isEmpty { throw ValidationError("-D needs a name; see `thrum devices`") }
  }

  func run() throws {
    try reporting {
      if let writePage { return try writeParts(writePage) }
      let signals = try SignalWatcher()
      // Allows for the servers' threads and one live engine.
      try ThreadLimit.check(ThreadLimit.engine + (phone == nil ? 4 : 6))
      let motors = try actuator.map { try ActuatorArgument.file($0) }
      let studio: Studio
      let place = try StudioPlace(folder)
      let page: PhonePage?
      do {
        page = try phone.map { try PhonePage($0.place, draw: PhonePlot.draw) { Console.message($0) } }
        studio = try Studio(
          folder: place.folder, only: place.pattern, isWritable: write, device: device, actuators: motors, port: port,
          phone: page, share: StudioShare.page)
      } catch let error
        as StudioError
      {
        let kinds: [StudioError.Kind: Failure.Code] = [
          .input: .noInput, .port: .noDevice, .library: .noDevice, .system: .system,
        ]
        throw Failure(kinds[error.kind] ?? .system, error.description)
      }
      let address = studio.address + place.query
      try Console.line(address)
      if let page { try show(page) }
      let opening = open ? BrowserOpening(address) : nil
      if opening?.hasOpened != true {
        Console.message("Open this address in a browser; Ctrl-C ends the studio.")
      }
      while signals.received == nil { usleep(50_000) }
      opening?.remove()
      page?.stop()
      studio.stop()
      if let signal = signals.received { throw Failure(signal: signal) }
    }
  }

  private func writeParts(_ folder: String) throws {
    let parts: [(name: String, bytes: [UInt8])]
    do throws(StudioError) { parts = try StudioPageParts.all() } catch { throw Failure(.system, error.description) }
    for part in parts {
      let path = "\(folder)/\(part.name)"
      let above = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
      try FileManager.default.createDirectory(atPath: String(above), withIntermediateDirectories: true)
      try AtomicFile.write(part.bytes, to: path)
    }
  }

  private func show(_ page: PhonePage) throws {
    try Console.line("For a phone on the same network: \(page.link)")
    let code: [String]
    do throws(StudioError) { code = try page.terminalCode(isColored: Console.hasColor) } catch {
      return Console.warning(error.description)
    }
    try Console.drawing(code)
    Console.message("The code works once; “Phone” in the studio shows the next one.")
  }
}
