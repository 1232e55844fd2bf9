import Foundation

/// The command as a whole process.
enum ProcessBenchmarks {
  static func run(_ report: inout Report, thrum: URL, pattern: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: thrum.path) else {
      print("(no \(thrum.path): the process figures are left out)")
      return
    }
    let version = try leastSeconds(of: 5) { _ = try output(of: thrum, ["--version"]) }
    report.add("thrum --version", version * 1000, "ms")
    let first = try leastSeconds(of: 5) {
      let line = try output(
        of: thrum, ["play", "-D", "null", "--json", "--length", "0.01", pattern.path], untilFirstLine: true)
      precondition(line.contains("started"), "play --json must begin with its start")
    }
    report.add("thrum play -D null, to the first sample", first * 1000, "ms")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-bench-\(getpid()).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let render = try leastSeconds(of: 5) {
      _ = try output(of: thrum, ["render", pattern.path, "-o", file.path])
    }
    report.add("thrum render, one-second pattern to WAV", render * 1000, "ms")
  }

  /// What a process prints, to its end or to the end of its first line.
  private static func output(of program: URL, _ arguments: [String], untilFirstLine: Bool = false) throws
    -> String
  {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var text = ""
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
      if untilFirstLine, text.contains("\n") {
        process.terminate()
        return text
      }
    }
    process.waitUntilExit()
    return text
  }
}
