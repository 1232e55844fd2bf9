extension AHAPDecoder {
  /// A boolean counts as 0 or 1, with a warning.
  @inline(__always)
  mutating func number(_ value: Int, _ key: AHAPKey, _ path: JSONPath, _ code: DiagnosticCode) -> Double? {
    if tape[value].kind == .number { return tape[value].double }
    return unusualNumber(value, key, path, code)
  }

  @inline(never)
  private mutating func unusualNumber(
    _ value: Int, _ key: AHAPKey, _ path: JSONPath, _ code: DiagnosticCode
  ) -> Double? {
    let kind = tape[value].kind
    guard kind == .yes || kind == .no else {
      wrongKind(code, value, path.to(key), "a number")
      return nil
    }
    let number: Double = kind == .yes ? 1 : 0
    report(
      .booleanNumber, value, path.to(key),
      "expected a number, found a boolean, which counts as \(number)",
      "Write \(number).")
    return number
  }

  /// The numbers 0 and 1 are accepted with a warning.
  mutating func boolean(_ value: Int, _ key: AHAPKey, _ path: JSONPath, _ isBad: inout Bool) -> Bool? {
    let token = tape[value]
    if token.kind == .yes || token.kind == .no { return token.kind == .yes }
    guard token.kind == .number, token.double == 0 || token.double == 1 else {
      wrongKind(.badEventEntry, value, path.to(key), "true or false")
      isBad = true
      return nil
    }
    let meaning = token.double == 1
    report(
      .booleanNumber, value, path.to(key),
      "expected a boolean, found a number, which counts as \(meaning)",
      "Write \(meaning).")
    return meaning
  }

  /// A number in quotes is accepted with a warning.
  mutating func version(_ value: Int) -> Double? {
    let tape = tape
    if tape[value].kind == .number { return tape[value].double }
    let number = tape[value].isString && tape[value].length < 64 ? Double(tape.string(value)) : nil
    let version = number.flatMap { $0.isFinite ? $0 : nil }
    report(
      .versionNotNumber, value, "Version", "`Version` must be a number, but this is \(tape.describe(value))",
      "Write \"Version\": 1.0.")
    return version
  }

  mutating func metadata(_ value: Int) -> JSONObject? {
    let tape = tape
    if tape[value].kind == .object { return object(value, path: "Metadata") }
    report(
      .metadataNotObject, value, "Metadata",
      "`Metadata` must be an object, but this is \(tape.describe(value))",
      "Write \"Metadata\": { \"Description\": \"…\" }, or remove it.")
    return nil
  }

  @inline(never)
  mutating func keep(
    _ index: Int, in unknown: inout [JSONObject.Member], under path: @autoclosure () -> String
  ) {
    let name = tape.string(index)
    unknown.append(JSONObject.Member(name: name, value: value(index &+ 1, path: Self.join(path(), name))))
  }

  @inline(never)
  mutating func keep(_ index: Int, in unknown: inout [JSONObject.Member], _ path: JSONPath) {
    keep(index, in: &unknown, under: path.text)
  }

  @inline(never)
  mutating func unknownMembers(_ members: [JSONObject.Member], of token: Int, _ path: JSONPath) -> JSONObject {
    if members.count > 1 { checkDuplicates(in: token, except: path.members, path: path.text) }
    return JSONObject(members)
  }

  static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// ``ReadLimits/depth`` bounds the recursion.
  private mutating func value(_ index: Int, path: @autoclosure () -> String) -> JSONValue {
    unknownTotal &+= 1
    guard unknownTotal <= limits.unknownValues else {
      overflow(index, "values of unknown members", limits.unknownValues)
      return .null
    }
    switch tape[index].kind {
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .number: return .number(tape.source(index))
    case .string, .escapedString: return .string(tape.string(index))
    case .object: return .object(object(index, path: path()))
    case .array:
      var elements: [JSONValue] = []
      var element = index &+ 1
      while element < tape[index].next, !isOverflowing {
        let number = elements.count
        elements.append(value(element, path: "\(path())[\(number)]"))
        element = tape.next(element)
      }
      return .array(elements)
    }
  }

  mutating func object(_ index: Int, path: @autoclosure () -> String) -> JSONObject {
    var members: [JSONObject.Member] = []
    var member = index &+ 1
    while member < tape[index].next, !isOverflowing {
      let name = tape.string(member)
      members.append(
        JSONObject.Member(name: name, value: value(member &+ 1, path: "\(path()).\(name)")))
      member = tape.next(member &+ 1)
    }
    if members.count > 1 { checkDuplicates(in: index, path: path()) }
    return JSONObject(members)
  }

  /// Ignores duplicates of `known` names, which are reported when they are read.
  mutating func checkDuplicates(in token: Int, except known: [AHAPKey] = [], path: @autoclosure () -> String) {
    var names: Set<String> = []
    var index = token &+ 1
    while index < tape[token].next {
      let name = tape.string(index)
      if !names.insert(name).inserted, tape.key(index).map({ !known.contains($0) }) ?? true {
        reportDuplicate(name, index, path: Self.join(path(), name))
      }
      index = tape.next(index &+ 1)
    }
  }
}

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
