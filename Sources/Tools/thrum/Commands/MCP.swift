import ArgumentParser
import FoundationEssentials
import Glibc

struct MCP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve a folder's patterns to an agent, with the Model Context Protocol on standard input and output.",
    discussion: """
      Examples:
        thrum mcp                  the patterns below the current folder
        thrum mcp Haptics          those below a folder
        thrum mcp Haptics --write  and let the agent write them

      The agent gets these tools: list, read, info, lint, feel, diff, plot (a picture), render (a sound), convert and, \
      with --write, write. It reaches files below the folder only, no links that lead out of it, no sounds outside, \
      nothing hidden, and no network. Each call is the command of that name; it can be cancelled. The server ends when \
      standard input does, after at most 10 s for calls that are left.
      """)

  @Argument(help: "The folder to serve.", completion: .directory)
  var folder = "."

  @Flag(name: .long, help: "Let the agent write pattern files.")
  var write = false

  func run() throws {
    try reporting {
      let tools = AgentTools(folder: try AgentFolder(folder, isWritable: write))
      let session = try AgentSession(tools)
      var lines = MessageLines()
      while let line = try lines.next() { session.receive(line) }
      session.finish()
    }
  }
}

/// The lines of standard input. A line longer than ``most`` is dropped, and given as one that is no JSON.
private struct MessageLines {
  private static let most = 8 << 20
  private var waiting: [UInt8] = []
  private var isOver = false

  mutating func next() throws -> [UInt8]? {
    var searched = 0
    var isTooLong = false
    while true {
      if let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(waiting[..<end])
        waiting.removeSubrange(...end)
        return isTooLong ? Array("a line that is too long".utf8) : line
      }
      if waiting.count > MessageLines.most {
        waiting.removeAll()
        isTooLong = true
      }
      searched = waiting.count
      if isOver { return waiting.isEmpty ? nil : take() }
      var block = [UInt8](repeating: 0, count: 65_536)
      let count = try block.withUnsafeMutableBytes {
        try PatternFile.read(STDIN_FILENO, into: $0, name: "standard input")
      }
      isOver = count == 0
      waiting += block[..<count]
    }
  }

  private mutating func take() -> [UInt8] {
    defer { waiting = [] }
    return waiting
  }
}
