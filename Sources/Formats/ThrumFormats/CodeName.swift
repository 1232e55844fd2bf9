import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Names for generated code.
package enum CodeName {
  /// Converts `rumble-2 (soft)` to `rumble2Soft`, which every language here allows: ASCII letters and digits. A name
  /// without ASCII letters is spelled by the numbers of its characters: `水` becomes `patternU6C34`.
  ///
  /// - Parameter reserved: words that get an ending, such as keywords.
  package static func identifier(_ name: String, reserved: Set<String>) -> String {
    let words = spelled(name).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
    let joined = words.enumerated().map {
      $0.offset == 0
        ? $0.element.prefix(1).lowercased() + $0.element.dropFirst()
        : capital($0.element)
    }.joined()
    guard let first = joined.first, first.isLetter, !isSpelled(name) else { return "pattern" + capital(joined) }
    return reserved.contains(joined) ? joined + "Effect" : joined
  }

  /// The same with a capital letter, as for a type.
  package static func type(_ name: String, reserved: Set<String>) -> String {
    let name = capital(identifier(name, reserved: []))
    return reserved.contains(name) ? name + "Effects" : name
  }

  private static func isSpelled(_ name: String) -> Bool {
    !name.contains { $0.isASCII && $0.isLetter } && name.contains { !$0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func spelled(_ name: String) -> String {
    guard isSpelled(name) else { return name }
    return name.unicodeScalars.map { scalar in
      scalar.isASCII ? String(scalar) : "U" + String(scalar.value, radix: 16, uppercase: true)
    }.joined()
  }

  private static func capital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
