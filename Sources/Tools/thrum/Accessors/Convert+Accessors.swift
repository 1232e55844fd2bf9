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
    let findings = LintResult.findings(in: file.document, sound: file.sound).filter { $0.severity != .note }
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
