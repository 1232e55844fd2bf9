import Foundation
import ThrumEngine
import Testing

/// Expects the environment to match a snapshot in `__Snapshots__/<test file>/<name>.<extension>` next to the test.
///
/// A missing snapshot is stored, and the test fails; with `isRecording` or `THRUM_RECORD=1`, every snapshot is stored.
/// Content that differs is written to `THRUM_ARTIFACTS` or a temporary folder, which the issue names.
///
/// - Parameters:
///   - name: Letters, digits, `-`, `_` and `.`; other characters become `-`. Each of a test's cases needs its own name.
///   - format: The content to compare.
///   - environment: The source of the timeline and samples; `nil` means the caller's.
///   - isRecording: Whether to store the current content.
///   - sourceLocation: Location for failures.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat = .text, of environment: HapticEnvironment? = nil,
  isRecording: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  let environment = environment ?? .current
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(environment.timeline) { HapticSamples(of: environment) }
}

/// Expects a timeline to match a snapshot. Sample formats are empty.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat = .text, of timeline: Timeline, isRecording: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(timeline) { HapticSamples([]) }
}

/// Expects samples to match a snapshot, as `.wav` or `.envelope`. Timeline formats are empty.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat, of samples: HapticSamples, isRecording: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(Timeline()) { samples }
}

/// A comparison with a stored file.
struct Snapshot {
  /// Location and recording mode, which tests of the snapshots themselves override.
  struct Settings: Sendable {
    var isRecording = ProcessInfo.processInfo.environment["THRUM_RECORD"] == "1"
    var artifacts =
      ProcessInfo.processInfo.environment["THRUM_ARTIFACTS"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("thrum-artifacts")
    /// A folder to use instead of the test's.
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
        "was recorded; a test that records always fails. Check the file, then run again without recording.",
        storing: new)
    }
    guard let stored = try? Data(contentsOf: file) else {
      return fail("did not exist and was created. Check the file, then run again.", storing: new)
    }
    guard let difference = format.difference(stored: stored, new: new) else { return }
    let artifact = Snapshot.settings.artifacts.appendingPathComponent(suite).appendingPathComponent(fileName)
    let place = write(new, to: artifact) ?? "The new content is in \(artifact.path)."
    TestFailures.report(
      "snapshot “\(name)” differs: \(difference)\nStored in \(file.path). \(place) Record it with THRUM_RECORD=1 if it "
        + "is right.", at: location)
  }

  private func fail(_ what: String, storing data: Data) {
    let problem = write(data, to: file).map { " \($0)" } ?? ""
    TestFailures.report("snapshot “\(name)” \(what)\(problem)\n\(file.path)", at: location)
  }

  /// Writes a file, creating its folders. Returns the error, if any.
  private func write(_ data: Data, to file: URL) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
      return nil
    } catch { return "It could not be written to \(file.path): \(error)." }
  }
}
