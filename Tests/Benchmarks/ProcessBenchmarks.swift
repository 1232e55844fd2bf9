import Foundation
import ThrumPattern

/// The command as a whole process.
enum ProcessBenchmarks {
  static func run(_ report: inout Report, thrum: URL, pattern: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: thrum.path) else {
      print("(no \(thrum.path): the process figures are left out)")
      return
    }
    let runs = 15
    let first = try leastSeconds(of: runs) {
      let line = try output(
        of: thrum, ["play", "-D", "null", "--json", "--length", "0.01", pattern.path], untilFirstLine: true)
      precondition(line.contains("started"), "play --json must begin with its start")
    }
    report.add("thrum play -D null, to the first sample", first * 1000, "ms", reference: 60)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let wave = folder.appendingPathComponent("out.wav").path
    let render = try leastSeconds(of: runs) {
      try ChildProcess(thrum.path, ["render", pattern.path, "-o", wave]).wait()
    }
    report.add("thrum render, one-second pattern to WAV", render * 1000, "ms", reference: 60)
    let start = try leastSeconds(of: runs) { try ChildProcess(ChildProcess.ownPath, ["--start-up"]).wait() }
    report.add("CoreHaptics test start-up, first tap", start * 1000, "ms", reference: 50)
    try compareMemory(&report, thrum, folder)
  }

  /// Compares the memory for a WAV of ten minutes with that for ten seconds.
  private static func compareMemory(_ report: inout Report, _ thrum: URL, _ folder: URL) throws {
    let kilobytes = try [10.0, 600].map { seconds in
      let file = folder.appendingPathComponent("buzz-\(Int(seconds)).ahap")
      let pattern = Pattern(entries: [.event(Event(type: .hapticContinuous, time: 0, duration: seconds))])
      try Data(AHAP.write(pattern)).write(to: file)
      return Double(try ChildProcess(thrum.path, ["render", file.path, "-o", "/dev/shm/thrum-bench.wav"]).wait())
    }
    try? FileManager.default.removeItem(atPath: "/dev/shm/thrum-bench.wav")
    report.add("memory of render, 600 s against 10 s", kilobytes[1] / kilobytes[0], "×", reference: 1.2)
  }

  /// Output of a process, to its end or to the end of its first line.
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
