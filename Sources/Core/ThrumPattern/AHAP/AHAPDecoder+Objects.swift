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
