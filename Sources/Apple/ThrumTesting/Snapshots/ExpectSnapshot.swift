import Foundation
import ThrumEngine
import Testing

/// Expects what happened to be what is stored: in `__Snapshots__/<test file>/<name>.<extension>` beside the test.
///
/// A snapshot that is missing is stored, and fails; so does every one while recording, which `isRecording` and
/// `THRUM_RECORD=1` ask for. On a difference the new file goes to `THRUM_ARTIFACTS`, or to a temporary folder, and the
/// issue names it.
///
/// - Parameters:
///   - name: letters, digits, `-`, `_`, `.`; all else becomes `-`. Cases of one test need names of their own.
///   - format: what is stored.
///   - environment: whose timeline and samples; `nil` is the caller's, up to now.
///   - isRecording: whether to store what is.
///   - sourceLocation: where a failure is shown; the line of the call.
/// - Thread: any.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat = .text, of environment: HapticEnvironment? = nil,
  isRecording: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  let environment = environment ?? .current
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(environment.timeline) { HapticSamples(of: environment) }
}

/// Expects a timeline to be what is stored, in the same way as an environment.
/// Formats of samples are empty.
///
/// - Thread: any.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat = .text, of timeline: Timeline, isRecording: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(timeline) { HapticSamples([]) }
}

/// Expects samples to be what is stored, as `.wav` or `.envelope`; formats of the timeline are empty.
///
/// - Thread: any.
public func expectSnapshot(
  named name: String, as format: SnapshotFormat, of samples: HapticSamples, isRecording: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(name: name, format: format, isRecording: isRecording, location: sourceLocation)
    .expect(Timeline()) { samples }
}

/// One comparison with a stored file.
struct Snapshot {
  /// Where files are and whether they are written; a test of the snapshots themselves has its own.
  struct Settings: Sendable {
    var isRecording = ProcessInfo.processInfo.environment["THRUM_RECORD"] == "1"
    var artifacts =
      ProcessInfo.processInfo.environment["THRUM_ARTIFACTS"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("thrum-artifacts")
    /// The folder that takes the place of the test's own.
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

  /// The stored file.
  var file: URL {
    let folder = Snapshot.settings.folder ?? testFile.deletingLastPathComponent()
    return folder.appendingPathComponent("__Snapshots__").appendingPathComponent(suite)
      .appendingPathComponent(fileName)
  }

  func expect(_ timeline: Timeline, _ samples: () -> HapticSamples) {
    let new = format.content(timeline, samples)
    if isRecording || Snapshot.settings.isRecording {
      return fail("was recorded. Recording fails always: look at the file, then run again without it.", storing: new)
    }
    guard let stored = try? Data(contentsOf: file) else {
      return fail("was not there, and is now: look at the file, then run again.", storing: new)
    }
    guard let difference = format.difference(stored: stored, new: new) else { return }
    let artifact = Snapshot.settings.artifacts.appendingPathComponent(suite).appendingPathComponent(fileName)
    let place = write(new, to: artifact) ?? "The new file is \(artifact.path)."
    TestFailures.report(
      "snapshot “\(name)” differs: \(difference)\nStored is \(file.path). \(place) Record it with THRUM_RECORD=1 if it "
        + "is right.", at: location)
  }

  private func fail(_ what: String, storing data: Data) {
    let problem = write(data, to: file).map { " \($0)" } ?? ""
    TestFailures.report("snapshot “\(name)” \(what)\(problem)\n\(file.path)", at: location)
  }

  /// Writes a file and the folders above it; returns what went wrong, if anything.
  private func write(_ data: Data, to file: URL) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
      return nil
    } catch { return "It could not be written to \(file.path): \(error)." }
  }
}
