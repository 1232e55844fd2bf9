import ThrumPattern

/// Bounds of the answers to an agent, whose context is small.
enum BoundedAnswer {
  /// Most bytes of a text, and of a structure.
  static let most = 24_000
  /// Most characters of a text in a structure that does not fit.
  private static let longest = 400

  /// A part of a text.
  struct Part {
    let text: String
    /// Says what was left out; `nil` if nothing was.
    let rest: String?
    /// Bytes from the beginning to the part's end, if there is more.
    let next: Int?
  }

  /// Returns what of a text follows the first `offset` bytes, up to a line's end if there is one.
  static func part(of text: String, from offset: Int) -> Part {
    let bytes = Array(text.utf8)
    func isInside(_ place: Int) -> Bool { place < bytes.count && bytes[place] & 0xC0 == 0x80 }
    var start = min(max(0, offset), bytes.count)
    while isInside(start) { start -= 1 }
    var end = min(bytes.count, start + most)
    guard end < bytes.count else {
      return Part(text: String(decoding: bytes[start...], as: UTF8.self), rest: nil, next: nil)
    }
    if let line = bytes[start..<end].lastIndex(of: UInt8(ascii: "\n")) { end = line + 1 }
    while isInside(end) { end -= 1 }
    let lines = bytes[end...].count { $0 == UInt8(ascii: "\n") } + (bytes.last == UInt8(ascii: "\n") ? 0 : 1)
    return Part(
      text: String(decoding: bytes[start..<end], as: UTF8.self),
      rest: "… \(counted(lines, "more line")), \(bytes.count - end) bytes: call again with offset \(end)", next: end)
  }

  /// Returns a structure whose lists are cut until it fits. Beside a list that was cut, a member with the suffix `More`
  /// has the number of elements that are missing. `nil` if it never fits.
  static func structure(_ value: JSONValue) -> JSONValue? {
    for most in [Int.max, 200, 100, 50, 20, 10, 5, 2, 1, 0] {
      let cut = most == .max ? value : cut(value, to: most)
      var writer = JSONWriter(pretty: false)
      writer.value(cut)
      if writer.bytes.count <= BoundedAnswer.most { return cut }
    }
    return nil
  }

  private static func cut(_ value: JSONValue, to most: Int) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.prefix(most).map { cut($0, to: most) })
    case .object(let object):
      var members: [JSONObject.Member] = []
      for member in object.members {
        members.append(JSONObject.Member(name: member.name, value: cut(member.value, to: most)))
        if case .array(let elements) = member.value, elements.count > most {
          members.append(JSONObject.Member(name: member.name + "More", value: .number("\(elements.count - most)")))
        }
      }
      return .object(JSONObject(members))
    case .string(let text) where text.utf8.count > longest && most < 100:
      return .string(String(text.prefix(longest)) + "…")
    default: return value
    }
  }
}
