/// The list of questions as text: declarations for the page and other scripts, and a table for people.
package enum QuestionDocuments {
  /// Declarations in TypeScript.
  package static var declarations: String {
    var lines = [
      "// Questions and answers of Thrum. Made from the list of questions in ThrumAnswers; do not edit.", "",
    ]
    for type in AnswerType.all {
      if !type.about.isEmpty { lines.append("/** \(type.about). */") }
      lines.append("interface \(type.name) {")
      for member in type.members {
        if !member.about.isEmpty { lines.append("  /** \(member.about) */") }
        lines.append("  \(member.name)\(member.isOptional ? "?" : ""): \(member.shape.typeScript);")
      }
      lines += ["}", ""]
    }
    lines += ["/** By name: the arguments, and the answer. A `file` is sent beside them. */", "interface Questions {"]
    for question in questions {
      lines.append("  /** \(question.about) */")
      lines.append("  \(question.name): {")
      lines.append("    values: {")
      for field in question.fields where field.kind != .file {
        lines.append("      /** \(field.about) */")
        lines.append("      \(field.name)\(field.isNeeded ? "" : "?"): \(typeScript(field.kind));")
      }
      lines.append("    };")
      lines.append("    answer: \(answer(question));")
      lines.append("  };")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A table in Markdown.
  package static var table: String {
    var lines = ["| question | arguments | answer |", "| --- | --- | --- |"]
    for question in questions {
      let fields = question.fields.map { field in
        let name = field.kind == .file ? "a file" : "`\(field.name)`"
        return field.isNeeded ? name : "[\(name)]"
      }
      var answer =
        switch question.answer {
        case .json(let type): "`\(type)`"
        case .bytes: "bytes"
        }
      if question.mayBeGone { answer += ", or nothing" }
      lines.append("| `\(question.name)` | \(fields.joined(separator: ", ")) | \(question.about): \(answer) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var questions: [Question<Never>] { Question<Never>.all }

  private static func answer(_ question: Question<Never>) -> String {
    let type =
      switch question.answer {
      case .json(let type): type
      case .bytes: "ArrayBuffer"
      }
    return question.mayBeGone ? "\(type) | undefined" : type
  }

  private static func typeScript(_ kind: Form.Field.Kind) -> String {
    switch kind {
    case .text: "string"
    case .number, .count: "number"
    case .flag: "boolean"
    case .texts: "string[]"
    case .range: "[number, number]"
    case .file: "never"
    }
  }
}
