/// A design split into two files, `x_continuous.ahap` and `x_transients.ahap`, since intensity curves also scale
/// transients.
package enum PatternPair {
  private static let (first, second) = ("_continuous.ahap", "_transients.ahap")

  /// Path of the file to play along with this one, or `nil`.
  package static func partner(ofPath path: String) -> String? {
    path.hasSuffix(first) ? String(path.dropLast(first.count)) + second : nil
  }
}
