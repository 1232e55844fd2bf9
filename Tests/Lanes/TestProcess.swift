import Foundation

/// One call of the test bundle.
struct TestCall {
  let lane: Lane
  let name: String
  /// Suites of swift-testing; `nil` for the bundle's XCTests.
  let suites: [String]?
  /// Tests at a time; `nil` for no limit.
  let width: Int?

  init(_ lane: Lane, name: String, suites: [String]?, width: Int?) {
    self.lane = lane
    self.name = name
    self.suites = suites
    self.width = width
  }

  /// The bundle's arguments.
  func arguments(events: String) -> [String] {
    guard let suites else { return [] }
    var arguments = ["--testing-library", "swift-testing", "--event-stream-output-path", events]
    arguments += ["--event-stream-version", "0"]
    if width == 1 { arguments.append("--no-parallel") }
    if let width, width > 1 { arguments += ["--experimental-maximum-parallelization-width", "\(width)"] }
    let names = suites.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "|")
    return arguments + ["--filter", "^(\(names))/"]
  }
}

/// One process of the test bundle.
struct TestProcess {
  /// Seconds without output after which a run counts as hanging. No test takes that long on any machine.
  private static let silenceSeconds = 600.0

  let bundle: String
  let call: TestCall

  /// Runs to the end and returns the result.
  func run(_ disturbance: Disturbance) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-lanes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("log")
    let events = folder.appendingPathComponent("events")
    for file in [log, events] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: bundle)
    process.arguments = call.arguments(events: events.path)
    var environment = ProcessInfo.processInfo.environment
    environment["THRUM_LANE"] = call.lane.rawValue
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let isHung = wait(process, for: log, disturbance)
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    var outcome =
      call.suites == nil ? Outcome(xctest: text) : Outcome(events: try Data(contentsOf: events), named: call.name)
    if isHung {
      outcome.add(
        Failure(test: call.name, reason: "no sign of life for \(Int(Self.silenceSeconds)) s; " + outcome.unended))
    } else if process.terminationReason == .uncaughtSignal {
      outcome.add(
        Failure(
          test: call.name,
          reason: "ended by signal \(process.terminationStatus); \(outcome.unended)\n\(text.suffix(6000))"))
    } else if process.terminationStatus != 0, outcome.failures.isEmpty {
      outcome.add(Failure(test: call.name, reason: "exit status \(process.terminationStatus)\n\(text.suffix(2000))"))
    }
    return outcome
  }

  /// Waits for the end. Returns whether the process hung and was killed.
  private func wait(_ process: Process, for log: URL, _ disturbance: Disturbance) -> Bool {
    var size = -1
    var changed = ContinuousClock.now
    while process.isRunning {
      disturbance.disturb(process.processIdentifier)
      let current = (try? log.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
      if current != size { (size, changed) = (current, .now) }
      guard changed.duration(to: .now) > .seconds(Self.silenceSeconds) else { continue }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return true
    }
    process.waitUntilExit()
    return false
  }
}
