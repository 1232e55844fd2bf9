package enum Suggestion {
  /// Returns the result of ``misspelt(_:in:)``, or a name that ends with `name`, as `EventDuration` ends with
  /// `Duration`.
  package static func nearest(to name: String, in known: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let folded = fold(name)
    if folded.count >= 4, !known.contains(where: { fold($0) == folded }),
      let longer = known.first(where: { fold($0).reversed().starts(with: folded.reversed()) })
    {
      return longer
    }
    return misspelt(name, in: known)
  }

  /// Returns a known name that differs only in case, spaces, hyphens or underscores, or else by few edits: at most
  /// three, and at most a third of the length of `name`.
  package static func misspelt(_ name: String, in known: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let folded = fold(name)
    if let same = known.first(where: { fold($0) == folded }) { return same }
    let most = min(3, max(folded.count, 3) / 3)
    let ranked = known.filter { abs($0.utf8.count - folded.count) <= most }
      .map { (name: $0, edits: distance(folded, fold($0))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= most ? best.name : nil
  }

  /// Returns `Did you mean …?`, or `otherwise` if no name is close enough.
  package static func sentence(for name: String, in known: [String], otherwise: String) -> String {
    nearest(to: name, in: known).map { "Did you mean `\($0)`?" } ?? otherwise
  }

  private static func fold(_ name: String) -> [UInt8] {
    name.lowercased().utf8.filter { $0 != Byte.space && $0 != 0x5F && $0 != Byte.minus }
  }

  /// Counts edits (Damerau–Levenshtein): insertions, deletions, substitutions, and transpositions of adjacent bytes.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before = [Int](repeating: 0, count: right.count + 1)
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var next = [i + 1] + [Int](repeating: 0, count: right.count)
      for (j, other) in right.enumerated() {
        next[j + 1] = min(row[j] + (byte == other ? 0 : 1), next[j] + 1, row[j + 1] + 1)
        guard i > 0, j > 0, byte == right[j - 1], left[i - 1] == other else { continue }
        next[j + 1] = min(next[j + 1], before[j - 1] + 1)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
