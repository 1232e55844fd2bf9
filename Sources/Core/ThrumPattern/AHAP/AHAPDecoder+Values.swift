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
