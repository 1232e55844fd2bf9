import ThrumPattern

/// An argument that a tool takes.
struct AgentArgument: JSONWritable, Sendable {
  enum Kind: Sendable {
    case text
    case choice([String])
    /// An integer that is not negative.
    case count
  }

  let name: String
  let about: String
  var kind = Kind.text
  var isNeeded = true

  /// Writes its schema.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch kind {
      case .text: writer.member("type", "string")
      case .choice(let names):
        writer.member("type", "string")
        writer.member("enum", names)
      case .count:
        writer.member("type", "integer")
        writer.member("minimum", 0)
      }
      writer.member("description", about)
    }
  }

  /// Returns the given arguments by name. `null` counts as left out.
  ///
  /// - Throws: ``AgentTools/Problem`` for an argument that is unknown, missing or of another type.
  static func values(
    _ given: JSONValue?, for known: [AgentArgument]
  ) throws(AgentTools.Problem) -> [String: JSONValue] {
    let members: [JSONObject.Member]
    switch given {
    case nil, .null: members = []
    case .object(let object): members = object.members
    case let other?:
      throw AgentTools.Problem(words: "arguments is an object, not \(AgentMessage.kind(of: other))")
    }
    var values: [String: JSONValue] = [:]
    for member in members where member.value != .null {
      guard let argument = known.first(where: { $0.name == member.name }) else {
        let names = known.isEmpty ? "no arguments" : known.map { $0.name }.joined(separator: ", ")
        throw AgentTools.Problem(words: "there is no argument “\(quoted(member.name))”: the tool takes \(names)")
      }
      guard argument.takes(member.value) else {
        throw AgentTools.Problem(
          words: "“\(argument.name)” is \(argument.kindName), not \(AgentMessage.kind(of: member.value))")
      }
      values[member.name] = member.value
    }
    if let missing = known.first(where: { $0.isNeeded && values[$0.name] == nil }) {
      throw AgentTools.Problem(words: "“\(missing.name)” is missing: \(missing.about)")
    }
    return values
  }

  private var kindName: String { if case .count = kind { "an integer from 0" } else { "a text" } }

  /// A text that is not among the choices is refused by the tool, with the list.
  private func takes(_ value: JSONValue) -> Bool {
    switch (kind, value) {
    case (.text, .string), (.choice, .string): true
    case (.count, .number(let literal)):
      Double(literal).map { $0 >= 0 && $0 < 1e12 && $0.rounded() == $0 } ?? false
    default: false
    }
  }
}
