// The command writes its answers as JSON with Foundation's encoder. Embedded Swift has no such protocols; there, a type
// that names them conforms to nothing.
#if hasFeature(Embedded)
  /// See the other declaration.
  public protocol JSONEncodable {}
  /// See the other declaration.
  public protocol JSONKey {}
#else
  /// Can be written as JSON by the command.
  public typealias JSONEncodable = Encodable
  /// Name of a member.
  public typealias JSONKey = CodingKey
#endif
