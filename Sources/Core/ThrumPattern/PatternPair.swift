/// A design split between `x_continuous.ahap` and `x_transients.ahap`, since intensity curves also scale transients.
package enum PatternPair {
  private static let (first, second) = ("_continuous.ahap", "_transients.ahap")

  /// Returns the file to play along with this one, if any.
  package static func partner(ofPath path: String) -> String? {
    path.hasSuffix(first) ? String(path.dropLast(first.count)) + second : nil
  }
}
