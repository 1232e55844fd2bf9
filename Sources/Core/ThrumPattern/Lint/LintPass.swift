final class LintPass {
  let document: AHAPDocument
  let tape: TapeReader
  let options: Linter.Options
  var findings: Findings
  var summary = PatternSummary()
  /// Remaining budget for comparing unknown names with known ones.
  var suggestions = 10_000

  init(document: AHAPDocument, tape: TapeReader, options: Linter.Options) {
    self.document = document
    self.tape = tape
    self.options = options
    findings = Findings(perCode: options.findingsPerCode)
  }

  func run(_ pattern: Pattern, sound: ((String) -> SoundState)?) {
    checkTop(pattern)
    for (index, entry) in pattern.entries.enumerated() {
      if tape[document.sources[index].token].count > 1 { checkSeveralKeys(index) }
      switch entry {
      case .event(let event):
        summary.add(event, index)
        check(event, index, sound)
      case .parameter(let parameter):
        summary.add(parameter)
        check(parameter, index)
      case .curve(let curve):
        summary.add(curve, index)
        check(curve, index)
      case .unknown(let object): check(object, index)
      }
    }
    checkWhole(pattern)
  }

  @inline(never)
  func report(
    _ code: DiagnosticCode, _ token: Int, _ path: @autoclosure () -> String,
    _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String
  ) {
    guard !options.disabled.contains(code) else { return }
    findings.add(code, at: tape[token].start, path: path(), message: message(), remedy: remedy())
  }

  func body(_ index: Int, _ kind: AHAPKey) -> Int { tape.member(kind, of: document.sources[index].token) }

  func path(_ index: Int, _ kind: AHAPKey?) -> JSONPath { JSONPath(entry: document.sources[index].index, kind: kind) }

  /// Finds the token of an array's element, or of a member of that element.
  ///
  /// Returns the array's token if some elements are unusable, since the model omits those.
  func element(
    _ number: Int, _ member: AHAPKey?, of list: AHAPKey, _ index: Int, _ kind: AHAPKey, count: Int
  ) -> (token: Int, path: String) {
    var path = path(index, kind)
    let array = tape.member(list, of: body(index, kind))
    guard tape[array].kind == .array, tape[array].count == count else { return (array, path.to(list)) }
    if cursor.array != array || cursor.number > number { cursor = Cursor(array: array, token: array &+ 1) }
    while cursor.number < number {
      cursor.token = tape.next(cursor.token)
      cursor.number &+= 1
    }
    path.list = list
    path.element = number
    return (member.map { tape.member($0, of: cursor.token) } ?? cursor.token, path.to(member))
  }

  private struct Cursor {
    var array = 0
    var number = 0
    var token = 0
  }
  private var cursor = Cursor()
}

extension LintPass {
  func checkTop(_ pattern: Pattern) {
    checkVersion(pattern)
    checkKeys(pattern.unknown, AHAPKey.topLevel, 0, "")
    let hasEvent = pattern.entries.contains { if case .event = $0 { true } else { false } }
    guard !hasEvent, !document.hasErrors else { return }
    let isEmpty = pattern.entries.isEmpty
    report(
      .emptyPattern, tape.member(.pattern, of: 0), "Pattern",
      isEmpty ? "the pattern has no entries, so it plays nothing" : "the pattern has no events, so it plays nothing",
      "Add an event.")
  }

  private func checkVersion(_ pattern: Pattern) {
    guard let version = pattern.version else {
      guard pattern.unknown["Version"] == nil else { return }
      return report(
        .missingVersion, 0, "", "`Version` is missing", "Add \"Version\": 1.0; some tools require it.")
    }
    guard version != 1 else { return }
    report(
      .unknownVersion, tape.member(.version, of: 0), "Version",
      "AHAP has no version \(version): the only version is 1.0", "Write \"Version\": 1.0.")
  }

  @inline(__always)
  func checkKeys(
    _ unknown: JSONObject, _ known: [AHAPKey], _ token: @autoclosure () -> Int,
    _ path: @autoclosure () -> String
  ) {
    if unknown.isEmpty { return }
    reportKeys(token(), known, path(), otherwise: .ignoredKey)
  }

  @inline(never)
  private func reportKeys(
    _ object: Int, _ known: [AHAPKey], _ path: @autoclosure () -> String, otherwise: DiagnosticCode
  ) {
    guard tape[object].kind == .object else { return }
    var index = object &+ 1
    while index < tape[object].next {
      let key = tape.key(index)
      if key.map({ !known.contains($0) }) ?? true { reportKey(index, key, known, path(), otherwise) }
      index = tape.next(index &+ 1)
    }
  }

  private func reportKey(
    _ token: Int, _ key: AHAPKey?, _ known: [AHAPKey], _ path: @autoclosure () -> String,
    _ otherwise: DiagnosticCode
  ) {
    let name = tape.string(token)
    let shown = quoted(name)
    if key != nil {
      return report(
        .misspeltKey, token, AHAPDecoder.join(path(), shown),
        "`\(shown)` does not belong here and is ignored",
        "Members allowed here: " + known.map { "`\($0.name)`" }.joined(separator: ", ") + ".")
    }
    suggestions &-= 1
    if suggestions > 0, let near = Suggestion.nearest(to: name, in: known.map { "\($0.name)" }) {
      return report(
        .misspeltKey, token, AHAPDecoder.join(path(), shown), "`\(shown)` is ignored",
        "Did you mean `\(near)`?")
    }
    report(
      otherwise, token, AHAPDecoder.join(path(), shown),
      "`\(shown)` is unknown to Core Haptics and ignored", "Put remarks in `Metadata`.")
  }

  /// Checks an unknown entry, or unknown members of a known one.
  func check(_ object: JSONObject, _ index: Int) {
    let token = document.sources[index].token
    if object.isEmpty {
      report(.ignoredEntry, token, path(index, nil).text, "the entry is empty and is ignored", "Remove it.")
    }
    let isWhole = tape[token].count == object.members.count
    reportKeys(
      token, AHAPKey.entry, path(index, nil).text, otherwise: isWhole ? .ignoredEntry : .ignoredKey)
  }

  /// Reports an entry with several members once, even if the model splits it.
  @inline(never)
  func checkSeveralKeys(_ index: Int) {
    let source = document.sources[index]
    if index > 0, document.sources[index - 1].index == source.index { return }
    report(
      .severalKeysInEntry, source.token, path(index, nil).text,
      "the entry has \(tape[source.token].count) members; which of them a device plays is not documented",
      "Give each event, parameter and curve its own entry.")
  }
}
