import ArgumentParser
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

      The page is one file and needs no network. It contains a picture, the events, the sound, what is felt on each \
      motor, the AHAP file to download, and the differences between patterns. The picture and tables need no scripts.
      """)

  @Argument(help: "Patterns, up to \(SharePage.letters.count).", completion: Completions.patterns)
  var files: [String]

  @Option(name: .shortAndLong, help: "The HTML file to write; - is standard output.", completion: .file())
  var output: String

  @Option(name: .long, help: "The monitor mode for the sound: small-speaker, felt, full or subwoofer.")
  var monitor: MonitorMode = .smallSpeaker

  func validate() throws {
    guard files.count <= SharePage.letters.count else {
      throw ValidationError("a page holds up to \(SharePage.letters.count) patterns, not \(files.count)")
    }
    guard monitor != .direct, monitor != .shaker else {
      throw ValidationError("--monitor \(monitor.rawValue) is not for listening: choose small-speaker, felt or full")
    }
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
      try AtomicFile.write(SharePage(patterns: patterns, work: .endless).bytes(), to: output)
    }
  }
}
