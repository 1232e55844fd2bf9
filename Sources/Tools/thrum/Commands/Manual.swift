import ArgumentParser
import ThrumPattern

struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the manual page, for man.",
    discussion: """
      Examples:
        thrum manual | man -l -
      """, shouldDisplay: false)

  func run() throws {
    try reporting {
      try Console.out(bytes: Array(ManualPage(CommandFacts.read(), version: ThrumVersion.current).text.utf8))
    }
  }
}
