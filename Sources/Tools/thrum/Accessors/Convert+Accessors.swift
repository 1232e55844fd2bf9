import ArgumentParser
import Glibc
import ThrumFormats
import ThrumPattern

extension Convert {
  /// Writes one file of code for all inputs, or compares it with them.
  func writeAccessors() throws {
    let items = try PatternSearch.items(in: inputs)
    try OutputGuard.refuse(output, over: items.map(\.input))
    // The code for one pattern has the output's name, as in other formats.
    let isSingle = !isSwift && inputs.count == 1 && items.first?.input == input
    var members: [CodeMember] = []
    var paths: [String: String] = [:]
    var refused = 0
    for item in items {
      if let problem = item.problem { throw problem }
      guard let member = try member(item.input, isSingle: isSingle) else {
        refused += 1
        continue
      }
      if let other = paths.updateValue(item.input, forKey: member.name) {
        throw Failure(
          .badData, "\(other) and \(item.input) would both be `\(member.name)` in \(output): rename one of the files")
      }
      members.append(member)
    }
    guard refused == 0 else {
      throw Failure(
        .badData, "\(output): \(check ? "not compared" : "not written"): \(counted(refused, "pattern")) cannot be used")
    }
    let text = text(of: members, isSingle: isSingle)
    guard check else {
      try AtomicFile.write(Array(text.utf8), to: output)
      return try Console.name(output)
    }
    let found = access(output, F_OK) == 0 ? try PatternFile.bytes(of: output, name: output) : nil
    let difference = AccessorDifference(
      path: output, found: found.map { String(decoding: $0, as: UTF8.self) }, wanted: text)
    guard !difference.lines.isEmpty else {
      return Console.message("\(output): up to date with \(counted(members.count, "pattern"))")
    }
    try Console.lines(difference.lines)
    let words = (inputs + [output]).map(Convert.shellWord) + options
    Console.message("to cure this: thrum convert \(words.joined(separator: " "))")
    throw ExitCode(Failure.Code.findings.rawValue)
  }

  private func text(of members: [CodeMember], isSingle: Bool) -> String {
    guard let writer, !isSwift else { return SwiftAccessors(members, output: output).text }
    return CodeFile(members, writer: writer, output: output, isSingle: isSingle).text
  }

  /// The options that choose what is written.
  private var options: [String] {
    (kind.map { ["--to", $0] } ?? []) + (apiLevel.map { ["--api-level", "\($0)"] } ?? [])
      + (points.map { ["--points", "\($0)"] } ?? []) + (merge ? ["--merge"] : [])
  }

  /// Returns `nil` for a pattern with errors, after printing them.
  private func member(_ path: String, isSingle: Bool) throws -> CodeMember? {
    let files = try PatternFile.readAll([path], partners: isSingle)
    guard let file = files.first else { return nil }
    if !isSingle {
      let findings = LintResult.findings(in: file.document, sound: file.soundState).filter { $0.severity != .note }
      for line in findings.flatMap(\.shown) { Console.message(line) }
      if findings.contains(where: { $0.severity == .error }) { return nil }
    }
    guard writer != nil, !isSwift else {
      return CodeMember(path: path, bytes: file.bytes, try swiftPattern(files, path))
    }
    let name = isSingle ? Convert.stem(of: output) : CodeMember.stem(of: path)
    let made = try made(
      files, name: name, isMember: !isSingle, as: isSingle ? inputName : path)
    return CodeMember(
      name: made.identifier ?? name, path: path, bytes: files.flatMap(\.bytes),
      code: String(decoding: made.bytes, as: UTF8.self))
  }

  private func swiftPattern(_ files: [PatternFile], _ path: String) throws -> Pattern {
    if files.count > 1, merge, let merged = files[0].document.merged { return merged }
    guard files.count == 1 else {
      throw Failure(
        .badData,
        "\(path): its pulses and its envelopes are two patterns: write them with `thrum convert \(path) X.ahap`, or make "
          + "one with --merge")
    }
    return try files[0].playable()
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
      let words = line.drop { $0 == " " || $0 == "/" }
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
