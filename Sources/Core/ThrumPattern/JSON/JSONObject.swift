/// A JSON object that preserves duplicate members and the order of all members.
public struct JSONObject: Equatable, Sendable {
  /// A member of an object.
  public struct Member: Equatable, Sendable {
    /// Unescaped name.
    public var name: String
    /// Value.
    public var value: JSONValue

    /// Creates a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Members in file order.
  public var members: [Member]

  /// Creates an object.
  public init(_ members: [Member] = []) { self.members = members }

  /// Whether the object has no members.
  public var isEmpty: Bool { members.isEmpty }

  /// Last value with this name, the one that most JSON readers use.
  public subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }
}
