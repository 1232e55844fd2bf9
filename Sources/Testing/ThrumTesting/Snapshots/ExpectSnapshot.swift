import Foundation
import Testing
import ThrumEngine

/// Expects the environment to match a snapshot in `__Snapshots__/<test file>/<name>.<extension>` next to the test.
///
/// Stores a missing snapshot and fails; with `isRecording` or `THRUM_RECORD=1`, does so for every snapshot. Writes
/// differing content to `THRUM_ARTIFACTS` or a temporary folder.
///
/// `name` may contain letters, digits, `-`, `_` and `.`; other characters become `-`. Each case of a test needs its own
/// name.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat = .text, of environment: HapticEnvironment? = nil,
  isRecording: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  let environment = environment ?? .current
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(environment.timeline) { HapticSamples(of: environment) }
}

/// Expects a timeline to match a snapshot. In formats that store samples, the snapshot is empty.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat = .text, of timeline: Timeline, isRecording: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(timeline) { HapticSamples([]) }
}

/// Expects samples to match a snapshot. In formats for timelines, the snapshot is empty.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat, of samples: HapticSamples, isRecording: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(Timeline()) { samples }
}

struct Snapshot {
  /// Overridden by tests of the snapshots themselves.
  struct Settings: Sendable {
    var isRecording = ProcessInfo.processInfo.environment["THRUM_RECORD"] == "1"
    var artifacts =
      ProcessInfo.processInfo.environment["THRUM_ARTIFACTS"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("thrum-artifacts")
    /// Used instead of the test's folder.
    var folder: URL?
  }

  @TaskLocal static var settings = Settings()

  let name: String
  let format: SnapshotFormat
  let isRecording: Bool
  let location: SourceLocation

  private var fileName: String {
    let text = String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    return (text.hasPrefix(".") ? "_" + text : text) + "." + format.fileExtension
  }

  private var testFile: URL { URL(fileURLWithPath: location.path) }
  private var suite: String { testFile.deletingPathExtension().lastPathComponent }

  var file: URL {
    let folder = Snapshot.settings.folder ?? testFile.deletingLastPathComponent()
    return folder.appendingPathComponent("__Snapshots__").appendingPathComponent(suite)
      .appendingPathComponent(fileName)
  }

  func expect(_ timeline: Timeline, _ samples: () -> HapticSamples) {
    let new = format.content(timeline, samples)
    if isRecording || Snapshot.settings.isRecording {
      return fail(
        "was recorded; recording always fails the test. Check the file, then run again without recording.",
        storing: new)
    }
    guard let stored = try? Data(contentsOf: file) else {
      return fail("did not exist and was created. Check the file, then run again.", storing: new)
    }
    guard let difference = format.difference(stored: stored, new: new) else { return }
    let artifact = Snapshot.settings.artifacts.appendingPathComponent(suite).appendingPathComponent(fileName)
    let place = write(new, to: artifact) ?? "The new content is in \(artifact.path)."
    TestFailures.report(
      "snapshot “\(name)” differs: \(difference)\nStored in \(file.path). \(place) If the new "
        + "content is correct, record it with THRUM_RECORD=1.", at: location)
  }

  private func fail(_ what: String, storing data: Data) {
    let problem = write(data, to: file).map { " \($0)" } ?? ""
    TestFailures.report("snapshot “\(name)” \(what)\(problem)\n\(file.path)", at: location)
  }

  /// Returns the error's text if writing fails.
  private func write(_ data: Data, to file: URL) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
      return nil
    } catch { return "The new content could not be written to \(file.path): \(error)." }
  }
}
