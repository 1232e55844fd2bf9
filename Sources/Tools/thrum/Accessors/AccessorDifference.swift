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
