extension AHAPDecoder {
  @inline(never)
  mutating func report(
    _ code: DiagnosticCode, _ token: Int, _ path: @autoclosure () -> String,
    _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String
  ) {
    findings.add(code, at: tape[token].start, path: path(), message: message(), remedy: remedy())
  }

  @inline(never)
  mutating func overflow(_ token: Int, _ what: String, _ limit: Int) {
    guard !isOverflowing else { return }
    isOverflowing = true
    report(
      .tooLarge, token, "", "the file has more than \(limit) \(what)",
      "Split the pattern, or raise the limit.")
  }

  /// A member that is present but unusable has already been reported.
  @inline(never)
  mutating func missing(_ key: AHAPKey, _ seen: SeenKeys, _ token: Int, _ path: JSONPath, _ code: DiagnosticCode) {
    guard !seen.contains(key) else { return }
    let tape = tape
    report(code, token, path.text, "`\(key.name)` is missing", tape.missingRemedy(key, token, path))
  }

  @inline(never)
  mutating func notAnObject(_ code: DiagnosticCode, _ token: Int, _ path: JSONPath) {
    wrongKind(code, token, path.text, "an object")
  }

  @inline(never)
  mutating func wrongKind(
    _ code: DiagnosticCode, _ token: Int, _ path: @autoclosure () -> String, _ wanted: String
  ) {
    let tape = tape
    report(
      code, token, path(), "expected \(wanted), found \(tape.describe(token))",
      tape.wrongKindRemedy(token, wanted))
  }

  @inline(never)
  mutating func unknownID(_ value: Int, _ path: JSONPath, _ known: [String], hint: (String) -> String?) {
    guard tape[value].isString else {
      return wrongKind(
        .badParameterEntry, value, path.to(.parameterID), "the name of a parameter in quotes")
    }
    let name = tape.string(value)
    report(
      .unknownParameterID, value, path.to(.parameterID),
      "there is no parameter `\(quoted(name))` here",
      hint(name)
        ?? Suggestion.sentence(
          for: name, in: known, otherwise: "Use one of " + known.joined(separator: ", ") + "."))
  }

  @inline(__always)
  mutating func noteDuplicate(_ key: AHAPKey, _ index: Int, _ seen: inout SeenKeys, _ path: JSONPath) {
    if !seen.insert(key) { reportDuplicate("\(key.name)", index, path: path.to(key)) }
  }

  mutating func noteDuplicate(
    _ key: AHAPKey, _ index: Int, _ seen: inout SeenKeys, path: @autoclosure () -> String
  ) {
    if !seen.insert(key) { reportDuplicate("\(key.name)", index, path: path()) }
  }

  @inline(never)
  mutating func reportDuplicate(_ name: String, _ index: Int, path: @autoclosure () -> String) {
    report(
      .duplicateKey, index, path(),
      "`\(quoted(name))` occurs twice in this object; the last one counts",
      "Remove one of them: JSON readers differ in which one they use.")
  }

  mutating func reportUnusablePattern(_ list: Int?) {
    if let list { return reportNoPattern(at: list, "`Pattern` is \(tape.describe(list)), not an array") }
    var near: String?
    var index = 1
    var budget = 32
    while index < tape[0].next, budget > 0 {
      budget &-= 1
      let name = tape.string(index)
      if Suggestion.nearest(to: name, in: ["Pattern"]) != nil { near = name }
      index = tape.next(index &+ 1)
    }
    let hint = near.map { ": is `\(quoted($0))` meant to be `Pattern`?" }
    reportNoPattern(at: 0, "there is no `Pattern` array\(hint ?? "")")
  }

  mutating func reportNoPattern(at token: Int, _ message: String) {
    report(
      .noPattern, token, token == 0 ? "" : "Pattern", message,
      "Write { \"Version\": 1.0, \"Pattern\": [ … ] } around the entries.")
  }
}
