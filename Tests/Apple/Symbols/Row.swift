import Foundation

/// A line of the table; symbols.txt describes the form.
struct Row {
  let line: Int
  let kind: String
  let name: String
  let type: String
  let more: String

  init?(line: Int, _ text: Substring) {
    let fields = text.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard !text.hasPrefix("#"), fields.count > 1 else { return nil }
    func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
    self.line = line
    (kind, name, type, more) = (field(0), field(1), field(2), field(3))
  }

  /// `A.B` of `A.B.member(label:)`.
  var owner: String {
    let path = name.prefix { $0 != "(" }
    return path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }
  /// `member` of `A.B.member(label:)`.
  var member: String { String(name.prefix { $0 != "(" }.split(separator: ".").last ?? "") }
  /// Argument labels, `_` for none.
  var labels: [String] {
    guard let open = name.firstIndex(of: "(") else { return [] }
    return name[open...].dropFirst().dropLast().split(separator: ":").map(String.init)
  }
  /// Whether Swift 6 sees another declaration with this name.
  var isForSwift5: Bool { more == "Swift 5" }

  /// Whether a subclass can override it.
  var canBeOverridden: Bool { more == "designated" || ["method", "class method"].contains(kind) }
  /// Protocols of a struct or an enumeration.
  var list: [String] { type.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
  /// Types of the arguments.
  var parameters: [String] {
    let whole = type.dropFirst()
    var (depth, current, result) = (0, "", [String]())
    for character in whole {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if depth < 0 { break }
      if character == ",", depth == 0 {
        result.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return (result + [current]).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
  /// Type of the result.
  var result: String { type.range(of: "-> ", options: .backwards).map { String(type[$0.upperBound...]) } ?? type }
  /// Keywords before a call.
  var attempt: String { (type.contains(" throws ") ? "try " : "") + (type.contains(" async ") ? "await " : "") }
  /// Effects of a function that makes the call.
  var effect: String { (type.contains(" async ") ? " async" : "") + (type.contains(" throws ") ? " throws" : "") }

  /// `label a0: Type, …`
  func declaredArguments() -> String {
    zip(labels, parameters).enumerated().map { "\($1.0) a\($0): \($1.1)" }.joined(separator: ", ")
  }
  /// `label: a0, …`
  func passedArguments() -> String {
    labels.enumerated().map { $1 == "_" ? "a\($0)" : "\($1): a\($0)" }.joined(separator: ", ")
  }
  /// `, _ a0: Type, …`
  func takenArguments(after: String) -> String {
    ([after] + parameters.enumerated().map { "_ a\($0): \($1)" }).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
