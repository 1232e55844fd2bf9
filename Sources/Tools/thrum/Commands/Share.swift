import ArgumentParser
import Glibc
import ThrumDevice

struct Share: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Write a page that shows and plays patterns and contains their files, for anyone with a browser.",
    discussion: """
      Examples:
        thrum share tap.ahap -o tap.html
        thrum share before.ahap after.ahap -o review.html   (to flip between them)
        thrum share tap.ahap -o - | gzip > tap.html.gz
        thrum share tap.ahap -o tap.html --editable thrum.html   (to play and edit)

      The page is one file and needs no network. It contains a picture, the events, the sound, what is felt on each \
      motor, the AHAP file to download, and the differences between patterns. The picture and tables need no scripts.

      If the studio's page from `make web`, thrum.html, is in the same folder, “Edit a copy” opens a pattern in it. With \
      --editable, the file is a copy of that page itself, with the pattern open.
      """)

  @Argument(help: "Patterns, up to \(SharePage.letters.count).", completion: Completions.patterns)
  var files: [String]

  @Option(name: .shortAndLong, help: "The HTML file to write; - is standard output.", completion: .file())
  var output: String

  @Option(name: .long, help: "The monitor mode for the sound: small-speaker, felt, full or subwoofer.")
  var monitor: MonitorMode = .smallSpeaker

  @Option(
    name: .long,
    help: ArgumentHelp("Write a copy of the studio's page, from `make web`, with the pattern open.", valueName: "page"),
    completion: .file())
  var editable: String?

  func validate() throws {
    guard editable == nil || files.count == 1 else { throw ValidationError("--editable takes one pattern") }
    guard files.count <= SharePage.letters.count else {
      throw ValidationError("a page holds up to \(SharePage.letters.count) patterns, not \(files.count)")
    }
    guard monitor != .direct, monitor != .shaker else {
      throw ValidationError("--monitor \(monitor.rawValue) is not for listening: choose small-speaker, felt or full")
    }
  }

  private static let editor = "thrum.html"

  private static func editorPath(nextTo output: String) -> String {
    output.lastIndex(of: "/").map { output[...$0] + editor } ?? editor
  }

  func run() throws {
    try reporting {
      try OutputGuard.refuse(output, over: files)
      let patterns = try files.map { path in
        try SharedPattern(PatternFile.whole(path), monitor: monitor, work: .endless)
      }
      if patterns.contains(where: { $0.pictures == nil }) {
        Console.warning("the page has no pictures, because cairo is missing (Debian: libcairo2)")
      }
      for shared in patterns {
        guard let difference = shared.vibrationDifference else { continue }
        Console.message("\(shared.name), vibrating in a browser: \(difference)")
      }
      if let editable {
        let page = try PatternFile.bytes(of: editable, name: editable)
        try AtomicFile.write(EditableCopy.bytes(patterns[0], page: page, named: editable), to: output)
        return
      }
      var page = SharePage(patterns: patterns, work: .endless)
      if output != "-", access(Share.editorPath(nextTo: output), R_OK) == 0 { page.editor = Share.editor }
      try AtomicFile.write(page.bytes(), to: output)
    }
  }
}
