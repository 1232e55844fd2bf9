/// The pattern that a question is about.
struct AskedText {
  let text: String
  let path: String

  init(_ form: inout Form) {
    text = form.text("text", "the pattern as AHAP")
    path = form.text(ifPresent: "path", "where the text is, for finding its sounds") ?? ""
  }
}

extension Desk {
  func pattern(_ asked: AskedText) -> StudioPattern { pattern(asked.text, path: asked.path) }
}
