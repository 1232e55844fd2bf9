/// What a value in JSON looks like.
package indirect enum Shape: Equatable, Sendable {
  case text, number, flag
  /// `null` or a value.
  case nullable(Shape)
  case list(Shape)
  /// One of ``AnswerType/all``.
  case named(String)

  /// The shape in TypeScript.
  package var typeScript: String {
    switch self {
    case .text: "string"
    case .number: "number"
    case .flag: "boolean"
    case .nullable(let shape): "\(shape.typeScript) | null"
    case .list(.nullable(let shape)): "(\(Shape.nullable(shape).typeScript))[]"
    case .list(let shape): "\(shape.typeScript)[]"
    case .named(let name): name
    }
  }
}
