import Foundation
import Testing

/// Runs the `thrum` binary of the test build.
enum ThrumProcess {
  struct Result {
    let code: Int32
    let output: Data
    let messages: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The binary next to the test bundle.
  private static var binary: URL? {
    let places = [
      Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ]
    for place in places {
      var folder = place.resolvingSymlinksInPath()
      for _ in 0..<4 {
        let candidate = folder.appendingPathComponent("thrum")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
          return candidate
        }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  /// Runs a command to its end without blocking a thread.
  static func run(_ arguments: [String], input: String? = nil, environment more: [String: String] = [:]) async throws
    -> Result
  {
    let process = Process()
    let executable: URL = try #require(binary, "there is no thrum beside the test bundle")
    process.executableURL = executable
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = "xterm"
    environment.merge(more) { $1 }
    process.environment = environment
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let messages = folder.path("messages")
    let output = folder.path("output")
    process.standardOutput = try emptyFile(output)
    process.standardError = try emptyFile(messages)
    if let input {
      let path = folder.path("input")
      try input.write(toFile: path, atomically: false, encoding: .utf8)
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try await ended(process)
    return Result(
      code: process.terminationStatus, output: try Data(contentsOf: URL(fileURLWithPath: output)),
      messages: try String(contentsOfFile: messages, encoding: .utf8))
  }

  /// Starts a process and waits for its end.
  private static func ended(_ process: Process) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }

  private static func emptyFile(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}

/// A temporary folder, deleted with its value.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
}
