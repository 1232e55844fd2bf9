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
