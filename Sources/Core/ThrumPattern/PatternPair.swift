/// Two files that are one design, because a phone scales transients by intensity curves: `x_continuous.ahap` and, beside it,
/// `x_transients.ahap`.
package enum PatternPair {
  private static let (first, second) = ("_continuous.ahap", "_transients.ahap")

  /// The name of the file that plays along; `nil` for files that bring none.
  ///
  /// - Thread: any.
  package static func partner(ofPath path: String) -> String? {
    path.hasSuffix(first) ? String(path.dropLast(first.count)) + second : nil
  }
}
