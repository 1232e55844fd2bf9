extension Tolerances {
  package func report(to findings: inout Findings) {
    if byteOrderMark {
      findings.add(
        .byteOrderMark, at: 0, path: "", message: "the file starts with a byte order mark",
        remedy: "Save the file as UTF-8 without the mark; other readers may reject it.")
    }
    if let utf16 {
      findings.add(
        .utf16, at: 0, path: "", message: "the file is UTF-16, \(utf16)",
        remedy: "Save the file as UTF-8; other readers may reject it.")
    }
    if comments.count > 0 {
      findings.add(
        .comment, at: comments.first, path: "",
        message: "JSON does not allow comments\(Self.times(comments.count, "comment"))",
        remedy: "Move the text to `Metadata`; other readers may reject the file.")
    }
    if trailingCommas.count > 0 {
      findings.add(
        .trailingComma, at: trailingCommas.first, path: "",
        message: "there is a comma before a closing bracket\(Self.times(trailingCommas.count, "such comma"))",
        remedy: "Remove the comma; other readers may reject the file.")
    }
  }

  private static func times(_ count: Int, _ what: String) -> String {
    count == 1 ? "" : ", and this is the first of \(count) \(what)s"
  }
}
