/// Names for generated code.
package enum CodeName {
  /// Converts `rumble-2 (soft)` to `rumble2Soft`, which every language here allows: ASCII letters and digits.
  ///
  /// - Parameter reserved: words that get an ending, such as keywords.
  package static func identifier(_ name: String, reserved: Set<String>) -> String {
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
    let joined = words.enumerated().map {
      $0.offset == 0
        ? $0.element.prefix(1).lowercased() + $0.element.dropFirst()
        : capital($0.element)
    }.joined()
    guard let first = joined.first, first.isLetter else { return "pattern" + joined }
    return reserved.contains(joined) ? joined + "Effect" : joined
  }

  /// The same with a capital letter, as for a type.
  package static func type(_ name: String, reserved: Set<String>) -> String {
    let name = capital(identifier(name, reserved: []))
    return reserved.contains(name) ? name + "Effects" : name
  }

  private static func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
