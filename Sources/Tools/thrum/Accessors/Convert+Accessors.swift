import ArgumentParser
import Glibc
import ThrumPattern

extension Convert {
  /// Writes one Swift file for all inputs, or compares it with them.
  func writeAccessors() throws {
    let items = try PatternSearch.items(in: inputs)
    try OutputGuard.refuse(output, over: items.map(\.input))
    var accessors: [SwiftAccessors.Accessor] = []
    var paths: [String: String] = [:]
    var refused = 0
    for item in items {
      if let problem = item.problem { throw problem }
      guard let accessor = try accessor(item.input) else {
        refused += 1
        continue
      }
      if let other = paths.updateValue(item.input, forKey: accessor.name) {
        throw Failure(
          .badData, "\(other) and \(item.input) would both be `\(accessor.name)` in \(output): rename one of the files")
      }
      accessors.append(accessor)
    }
    guard refused == 0 else {
      throw Failure(
        .badData, "\(output): \(check ? "not compared" : "not written"): \(counted(refused, "pattern")) cannot be used")
    }
    let text = SwiftAccessors(accessors, output: output).text
    guard check else {
      try AtomicFile.write(Array(text.utf8), to: output)
      return try Console.name(output)
    }
    let found = access(output, F_OK) == 0 ? try PatternFile.bytes(of: output, name: output) : nil
    let difference = AccessorDifference(
      path: output, found: found.map { String(decoding: $0, as: UTF8.self) }, wanted: text)
    guard !difference.lines.isEmpty else {
      return Console.message("\(output): up to date with \(counted(accessors.count, "pattern"))")
    }
    try Console.lines(difference.lines)
    Console.message("to cure this: thrum convert \((inputs + [output]).map(Convert.shellWord).joined(separator: " "))")
    throw ExitCode(Failure.Code.findings.rawValue)
  }

  /// Returns `nil` for a pattern with errors, after printing them.
  private func accessor(_ path: String) throws -> SwiftAccessors.Accessor? {
    let files = try PatternFile.readAll([path], partners: false)
    guard files.count == 1, let file = files.first else {
      throw Failure(
        .badData,
        "\(path): its pulses and its envelopes are two patterns: write them with `thrum convert \(path) X.ahap`")
    }
    let findings = LintResult.findings(in: file.document, sound: file.soundState).filter { $0.severity != .note }
    for line in findings.flatMap(\.shown) { Console.message(line) }
    if findings.contains(where: { $0.severity == .error }) { return nil }
    return SwiftAccessors.Accessor(path: path, bytes: file.bytes, try file.playable())
  }

  private static func shellWord(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789._/-:+,@".unicodeScalars.contains($0)
    }
    return isPlain
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

/// What differs between a file of accessors and the code that its patterns would make.
struct AccessorDifference {
  /// A sentence for each accessor; empty if the files are equal.
  let lines: [String]

  /// - Parameters:
  ///   - path: the file's path.
  ///   - found: its text, or `nil` if there is none.
  init(path: String, found: String?, wanted: String) {
    guard let found else {
      lines = ["\(path) does not exist"]
      return
    }
    let (old, new) = (AccessorDifference.hashes(found), AccessorDifference.hashes(wanted))
    var lines: [String] = []
    for (name, made) in new {
      guard let there = old.first(where: { $0.name == name })?.made else {
        lines.append("\(path): \(name) is missing: \(made.source) is not in it")
        continue
      }
      if there != made {
        lines.append(
          there.source == made.source
            ? "\(path): \(name) is stale: \(made.source) has changed"
            : "\(path): \(name) is stale: it was made from \(there.source), not \(made.source)")
      }
    }
    for (name, made) in old where !new.contains(where: { $0.name == name }) {
      lines.append("\(path): \(name) is extra: \(made.source) is not among the patterns")
    }
    if lines.isEmpty, found != wanted {
      lines.append("\(path) was edited, or written by another version of Thrum")
    }
    self.lines = lines
  }

  private struct Made: Equatable {
    var source = ""
    var hash = ""
  }

  /// Sources and hashes by the accessors' names, in the order of a generated text.
  private static func hashes(_ text: String) -> [(name: String, made: Made)] {
    var result: [(name: String, made: Made)] = []
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      func value(_ mark: String) -> String? {
        guard words.hasPrefix(mark + "\""), words.hasSuffix("\",") else { return nil }
        return String(words.dropFirst(mark.count + 1).dropLast(2))
      }
      if let name = value(SwiftAccessors.nameMark) {
        result.append((name, Made()))
      } else if !result.isEmpty, let source = value(SwiftAccessors.sourceMark) {
        result[result.count - 1].made.source = source
      } else if !result.isEmpty, let hash = value(SwiftAccessors.hashMark) {
        result[result.count - 1].made.hash = hash
      }
    }
    return result
  }
}
