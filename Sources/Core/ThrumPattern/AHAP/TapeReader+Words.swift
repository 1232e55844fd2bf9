extension TapeReader {
  /// Returns `token` itself if there is no such member.
  func member(_ key: AHAPKey, of token: Int) -> Int {
    guard self[token].kind == .object else { return token }
    var found = token
    var index = token &+ 1
    while index < self[token].next {
      if self.key(index) == key { found = index &+ 1 }
      index = next(index &+ 1)
    }
    return found
  }

  package func describe(_ token: Int) -> String {
    switch self[token].kind {
    case .string, .escapedString: return "the string \"\(quoted(string(token)))\""
    case .number: return "the number \(quoted(source(token)))"
    case let kind: return kind.inWords
    }
  }

  func missingRemedy(_ key: AHAPKey, _ token: Int, _ path: JSONPath) -> String {
    misspelling(of: key, token, path) ?? "Add \"\(key.name)\" to this object."
  }

  /// Returns a hint if another member may be a misspelling of `key`. Checks only the first few members.
  func misspelling(of key: AHAPKey, _ token: Int, _ path: JSONPath) -> String? {
    var index = token &+ 1
    var budget = 32
    while index < self[token].next, budget > 0 {
      budget &-= 1
      let name = string(index)
      let known = path.members.map { "\($0.name)" }
      if self.key(index) == nil, Suggestion.nearest(to: name, in: known) == "\(key.name)" {
        return "Is `\(quoted(name))` meant to be `\(key.name)`?"
      }
      index = next(index &+ 1)
    }
    return nil
  }

  package func wrongKindRemedy(_ token: Int, _ wanted: String) -> String {
    if self[token].isString, wanted == "a number", self[token].length < 64 {
      let text = string(token)
      if let number = Double(text), number.isFinite { return "Write \(shown(number)) without quotes." }
      if let number = DecimalComma.corrected(text) {
        return "Write \(number): a number has a decimal point and no quotes."
      }
    }
    return "Write \(wanted) here."
  }
}

extension Token.Kind {
  package var inWords: String {
    switch self {
    case .null: "null"
    case .yes: "true"
    case .no: "false"
    case .number: "a number"
    case .string, .escapedString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
