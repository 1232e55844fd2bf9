/// Any JSON value, kept so that what Thrum does not know survives a round trip.
public indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number as its literal, so that no digit is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// A JSON object that keeps the order of its members, duplicates included.
public struct JSONObject: Equatable, Sendable {
  /// A name and its value.
  public struct Member: Equatable, Sendable {
    /// The name, unescaped.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members in file order.
  public var members: [Member]

  /// Makes an object; without members it costs no allocation.
  public init(_ members: [Member] = []) { self.members = members }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// The last value with a name, as readers of JSON usually choose.
  public subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }
}
