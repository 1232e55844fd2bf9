import ThrumPattern

/// What can be asked about a pattern: one list for the studio's server, the module in a browser, and their documents.
///
/// - Parameter Failure: what ends a host's work.
package struct Question<Failure: Error>: Sendable {
  /// What an answer is.
  package enum Answer: Sendable {
    /// A type of the described ones.
    case json(String)
    case bytes
  }

  package let name: String
  package let about: StaticString
  package let answer: Answer
  /// Whether the answer may be that something is no longer kept.
  package let mayBeGone: Bool
  /// Whether it reports its progress.
  package let isLong: Bool
  /// Declares the arguments and, with a desk, answers.
  private let run: @Sendable (inout Form, Desk?, Work<Failure>) throws(Failure) -> Reply

  /// - Parameters:
  ///   - read: reads the arguments.
  ///   - body: answers.
  init<Asked>(
    _ name: String, _ about: StaticString, answer: Answer, mayBeGone: Bool = false, isLong: Bool = false,
    read: @escaping @Sendable (inout Form) -> Asked,
    _ body: @escaping @Sendable (Asked, Desk, Work<Failure>) throws(Failure) -> Reply
  ) {
    (self.name, self.about, self.answer, self.mayBeGone, self.isLong) = (name, about, answer, mayBeGone, isLong)
    run = { form, desk, work throws(Failure) in
      let asked = read(&form)
      guard let desk else { return .gone }
      if let refusal = form.finish() { return .refused(refusal) }
      return try body(asked, desk, work)
    }
  }

  /// The arguments.
  package var fields: [Form.Field] {
    var form = Form()
    _ = try? run(&form, nil, .endless)
    return form.fields
  }

  /// Answers one of the list's questions.
  ///
  /// - Parameters:
  ///   - json: the arguments as an object.
  ///   - file: bytes beside them.
  package static func answer(
    _ name: String, _ json: [UInt8], file: [UInt8]?, at desk: Desk, _ work: Work<Failure>
  ) throws(Failure) -> Reply {
    for question in all where question.name == name {
      var form = Form(json, attached: file)
      return try question.run(&form, desk, work)
    }
    return .refused(.badArguments("there is no question “\(quoted(name))”"))
  }
}

/// An answer.
package enum Reply: Sendable {
  case json([UInt8])
  case bytes([UInt8])
  /// What was asked about is no longer kept.
  case gone
  case refused(Refusal)

  static func json(_ value: some JSONWritable) -> Reply { .json(value.json) }
  static func refused(_ code: Refusal.Code, _ message: String) -> Reply {
    .refused(Refusal(code: code, message: message))
  }
}
