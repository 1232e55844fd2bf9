/// Builds a ``Pattern`` from a tape. Leaves out and reports unusable parts. Must not outlive its reader.
struct AHAPDecoder {
  let tape: TapeReader
  let limits: ReadLimits
  var findings: Findings
  var entries: [PatternEntry] = []
  var sources: [EntrySource] = []
  var parameterTotal = 0
  var pointTotal = 0
  var unknownTotal = 0
  /// Whether a limit has been exceeded, which ends decoding early.
  var isOverflowing = false

  init(_ tape: TapeReader, limits: ReadLimits) {
    self.tape = tape
    self.limits = limits
    findings = Findings(perCode: limits.findingsPerCode)
  }

  mutating func pattern() -> Pattern? {
    guard tape[0].kind == .object else {
      reportNoPattern(at: 0, "the document is \(tape[0].kind.inWords), not an object")
      return nil
    }
    var result = Pattern(version: nil)
    var seen = SeenKeys()
    var unknown: [JSONObject.Member] = []
    var list: Int?
    var index = 1
    while index < tape[0].next {
      let value = index &+ 1
      switch tape.key(index) {
      case .version?:
        noteDuplicate(.version, index, &seen, path: "Version")
        result.version = version(value)
        if result.version == nil { keep(index, in: &unknown, under: "") }
      case .metadata?:
        noteDuplicate(.metadata, index, &seen, path: "Metadata")
        result.metadata = metadata(value)
        if result.metadata == nil { keep(index, in: &unknown, under: "") }
      case .pattern?:
        noteDuplicate(.pattern, index, &seen, path: "Pattern")
        list = value
      default: keep(index, in: &unknown, under: "")
      }
      index = tape.next(value)
    }
    if !unknown.isEmpty {
      AHAPDecoder.dropEarlier(.version, isUsed: result.version != nil, in: &unknown)
      AHAPDecoder.dropEarlier(.metadata, isUsed: result.metadata != nil, in: &unknown)
    }
    if unknown.count > 1 { checkDuplicates(in: 0, except: AHAPKey.topLevel, path: "") }
    result.unknown = JSONObject(unknown)
    guard let list, tape[list].kind == .array else {
      reportUnusablePattern(list)
      return nil
    }
    decodeEntries(list)
    result.entries = entries
    entries = []
    return isOverflowing ? nil : result
  }

  /// Removes a duplicate key's superseded values.
  private static func dropEarlier(_ key: AHAPKey, isUsed: Bool, in unknown: inout [JSONObject.Member]) {
    let name = "\(key.name)"
    let last = isUsed ? nil : unknown.lastIndex { $0.name == name }
    unknown = unknown.indices.filter { unknown[$0].name != name || $0 == last }.map { unknown[$0] }
  }

  private mutating func decodeEntries(_ list: Int) {
    let count = tape[list].count
    guard count <= limits.entries else { return overflow(list, "entries", limits.entries) }
    entries.reserveCapacity(count)
    sources.reserveCapacity(count)
    var index = list &+ 1
    let end = tape[list].next
    var number = 0
    while index < end, !isOverflowing {
      decodeEntry(index, number)
      number &+= 1
      index = tape.next(index)
    }
  }

  @inline(__always)
  private mutating func decodeEntry(_ token: Int, _ number: Int) {
    guard tape[token].kind == .object, tape[token].count == 1 else { return unusualEntry(token, number) }
    let value = token &+ 2
    switch tape.key(token &+ 1) {
    case .event?: if let event = event(value, number) { append(.event(event), token, number) }
    case .parameter?:
      if let parameter = parameter(value, number) { append(.parameter(parameter), token, number) }
    case .parameterCurve?: if let curve = curve(value, number) { append(.curve(curve), token, number) }
    default: append(.unknown(object(token, path: "Pattern[\(number)]")), token, number)
    }
  }

  /// Decodes an entry that does not have exactly one member. Each known member counts as an entry, and all unknown
  /// members together count as another.
  @inline(never)
  private mutating func unusualEntry(_ token: Int, _ number: Int) {
    let path = JSONPath(entry: number)
    guard tape[token].kind == .object else {
      let kind = tape[token].kind.inWords
      return report(
        .entryNotObject, token, path.text, "an entry must be an object, but this is \(kind)",
        "Write { \"Event\": … }, { \"Parameter\": … } or { \"ParameterCurve\": … }.")
    }
    var last: [AHAPKey: Int] = [:]
    var seen = SeenKeys()
    forEachMember(of: token) { decoder, index in
      guard let key = decoder.tape.key(index), AHAPKey.entry.contains(key) else { return }
      decoder.noteDuplicate(key, index, &seen, path: path.to(key))
      last[key] = index
    }
    var unknown: [JSONObject.Member] = []
    forEachMember(of: token) { decoder, index in
      let value = index &+ 1
      switch decoder.tape.key(index) {
      case let key? where AHAPKey.entry.contains(key):
        if last[key] == index { decoder.decodeMember(key, value, token, number) }
      default: decoder.keep(index, in: &unknown, path)
      }
    }
    if unknown.count > 1 { checkDuplicates(in: token, except: AHAPKey.entry, path: path.text) }
    if !unknown.isEmpty || last.isEmpty { append(.unknown(JSONObject(unknown)), token, number) }
  }

  private mutating func decodeMember(_ key: AHAPKey, _ value: Int, _ token: Int, _ number: Int) {
    switch key {
    case .event: if let event = event(value, number) { append(.event(event), token, number) }
    case .parameter:
      if let parameter = parameter(value, number) { append(.parameter(parameter), token, number) }
    default: if let curve = curve(value, number) { append(.curve(curve), token, number) }
    }
  }

  @inline(__always)
  private mutating func append(_ entry: PatternEntry, _ token: Int, _ number: Int) {
    entries.append(entry)
    sources.append(EntrySource(token: token, index: number))
  }

  private mutating func forEachMember(of token: Int, _ body: (inout AHAPDecoder, Int) -> Void) {
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      body(&self, index)
      index = tape.next(index &+ 1)
    }
  }
}

struct EntrySource: Sendable {
  private let tokenBits: UInt32
  private let indexBits: UInt32

  init(token: Int, index: Int) {
    tokenBits = UInt32(truncatingIfNeeded: token)
    indexBits = UInt32(truncatingIfNeeded: index)
  }

  var token: Int { Int(tokenBits) }
  var index: Int { Int(indexBits) }
}

extension AHAPDecoder {
  /// Calls `body` with each key (`nil` if unknown) and its token.
  @inline(__always)
  mutating func forEachKey(
    of token: Int, _ body: (inout AHAPDecoder, AHAPKey?, Int) -> Void
  ) {
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      body(&self, tape.key(index), index)
      index = tape.next(index &+ 1)
    }
  }

  /// Skips unusable elements, which `read` reports.
  @inline(__always)
  mutating func elements<Element>(
    of token: Int, _ path: JSONPath, _ list: AHAPKey, _ read: (inout AHAPDecoder, Int, JSONPath) -> Element?
  ) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(tape[token].count)
    var inside = path
    inside.list = list
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      if let element = read(&self, index, inside) { result.append(element) }
      inside.element &+= 1
      index = tape.next(index)
    }
    return result
  }

  struct KeyedValue<Key> {
    let key: Key
    let amount: Double
    let unknown: JSONObject
  }

  @inline(__always)
  mutating func value<Key>(
    _ token: Int, _ path: JSONPath, of keyName: AHAPKey, _ read: (inout AHAPDecoder, Int) -> Key?
  ) -> KeyedValue<Key>? {
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, path)
      return nil
    }
    var seen = SeenKeys()
    var key: Key?
    var amount: Double?
    var unknown: [JSONObject.Member] = []
    forEachKey(of: token) { decoder, name, index in
      let value = index &+ 1
      switch name {
      case keyName?: key = read(&decoder, value)
      case .parameterValue?: amount = decoder.number(value, .parameterValue, path, .badParameterEntry)
      default: return decoder.keep(index, in: &unknown, path)
      }
      if let name { decoder.noteDuplicate(name, index, &seen, path) }
    }
    guard let key, let amount else {
      if key == nil { missing(keyName, seen, token, path, .badParameterEntry) }
      if amount == nil { missing(.parameterValue, seen, token, path, .badParameterEntry) }
      return nil
    }
    return KeyedValue(
      key: key, amount: amount, unknown: unknown.isEmpty ? JSONObject() : unknownMembers(unknown, of: token, path))
  }
}
