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

/// Differing lines with some context: `-` stored, `+` new.
enum LineDifference {
  static let context = 2
  static let limit = 60
  /// Limits the number of lines compared, since the cost is quadratic.
  static let reach = 2_000

  static func text(stored: String, new: String) -> String? {
    let (old, new) = (lines(stored), lines(new))
    guard old != new else { return nil }
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let marked = mark(old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    let before = old[max(0, head - context)..<head].map { "  \($0)" }
    let after = old[(old.count - tail)..<min(old.count, old.count - tail + context)].map { "  \($0)" }
    let all = before + shortened(marked) + after
    let rest = all.count > limit ? ["… \(all.count - limit) more lines"] : []
    return "from line \(head + 1) (- stored, + new):\n" + (all.prefix(limit) + rest).joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  private static func mark(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) -> [String] {
    let (old, new) = (Array(old.prefix(reach)), Array(new.prefix(reach)))
    let difference = new.difference(from: old)
    let removed = Set(
      difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
    let added = Set(
      difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
    var result: [String] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        result.append("- \(old[left])")
        left += 1
      } else if right < new.count, added.contains(right) {
        result.append("+ \(new[right])")
        right += 1
      } else {
        if left < old.count { result.append("  \(old[left])") }
        left += 1
        right += 1
      }
    }
    return result
  }

  private static func shortened(_ lines: [String]) -> [String] {
    let changed = lines.indices.filter { !lines[$0].hasPrefix("  ") }
    var isShown = [Bool](repeating: false, count: lines.count)
    for index in changed {
      for near in max(0, index - context)...min(lines.count - 1, index + context) { isShown[near] = true }
    }
    var result: [String] = []
    for index in lines.indices {
      if isShown[index] { result.append(lines[index]) } else if index > 0, isShown[index - 1] { result.append("  …") }
    }
    return result
  }
}
