extension SyntaxError {
  /// - Parameter bytes: the text, which may be something else that can be named.
  package func finding(in bytes: [UInt8]) -> Finding {
    if let foreign = ForeignContent(bytes) {
      return Finding(code: .notJSON, offset: 0, path: "", message: "the file is \(foreign.words)", remedy: foreign.cure)
    }
    return Finding(code: code, offset: offset, path: "", message: texts.cause, remedy: texts.remedy)
  }

  private var code: DiagnosticCode {
    switch reason {
    case .empty: .emptyFile
    case .notFinite, .numberTooLarge: .numberNotFinite
    case .invalidUTF8, .invalidUTF16, .utf32: .badEncoding
    case .tooManyBytes, .tooDeep, .tooManyTokens: .tooLarge
    default: .notJSON
    }
  }

  private var texts: (cause: String, remedy: String) {
    switch reason {
    case .empty:
      ("the file is empty", "Start with { \"Version\": 1.0, \"Pattern\": [ ] }.")
    case .endOfText(let expected):
      (
        "the file ends where \(expected) is expected",
        "Close the open strings, arrays and objects; the file may be truncated."
      )
    case .unexpected(let found, let expected):
      ("expected \(expected), found \(found)", Self.remedy(for: found, insteadOf: expected))
    case .textAfterEnd:
      ("there is text after the end of the document", "Remove it, or the bracket that closes too early.")
    case .singleQuote:
      ("strings need double quotes, not single ones", "Replace ' with \".")
    case .typographicQuote(let quote):
      ("`\(quote)` is a typographic quote", "Write \" instead, and turn off smart quotes in the editor.")
    case .oddSpace(let name):
      ("there is \(name) between values", "Write an ordinary space instead, or nothing.")
    default: valueTexts
    }
  }

  private var valueTexts: (cause: String, remedy: String) {
    switch reason {
    case .literal(let word):
      ("`\(word)` is not a JSON value", "Write true, false, null, a number, or a string in double quotes.")
    case .notFinite(let word):
      ("`\(word)` is not a JSON number", "Write a finite number.")
    case .leadingZero:
      ("a number has a leading zero", "Remove the zero before the digits.")
    case .numberForm:
      ("a number is malformed", "Add digits on both sides of the decimal point, and after a sign or an e.")
    case .decimalComma(let number):
      (
        "`\(number)` has a decimal comma",
        "Write \(DecimalComma.corrected(number) ?? number), and all other numbers with a point, too."
      )
    case .numberTooLarge:
      ("a number is too large", "Write a number below 1.8e308.")
    case .unterminatedString:
      ("a string has no closing quote", "Add \" at its end.")
    case .controlCharacter(let byte):
      (
        "a string contains the control character 0x\(Self.hexadecimal(byte))",
        "Write \(Self.escape(byte)) instead."
      )
    case .escape:
      ("a backslash in a string starts an unknown escape", "Write \\\\ for a literal backslash.")
    case .loneSurrogate:
      ("an escape is half of a surrogate pair", "Write both halves, or the character itself.")
    case .unterminatedComment:
      ("a comment is not closed", "Add */ at its end.")
    default: fileTexts
    }
  }

  private var fileTexts: (cause: String, remedy: String) {
    switch reason {
    case .invalidUTF8:
      ("the text is not UTF-8 here", "Save the file as UTF-8.")
    case .invalidUTF16:
      ("the UTF-16 text is malformed here", "Save the file as UTF-8.")
    case .utf32:
      ("the file is UTF-32", "Save the file as UTF-8.")
    case .tooManyBytes(let limit):
      ("the file has more than \(limit) bytes", "Split the pattern.")
    case .tooDeep(let limit):
      ("arrays and objects are nested more than \(limit) deep", "Flatten the document.")
    case .tooManyTokens(let limit):
      ("the file has more than \(limit) values and names", "Split the pattern.")
    default: ("the file cannot be read", "Check that it is an AHAP file.")
    }
  }

  private static func remedy(for found: String, insteadOf expected: String) -> String {
    let opens = ["`\"`", "`{`", "`[`"].contains(found)
    return switch (found, expected) {
    case ("`<`", "a value"): "AHAP is JSON, not XML."
    case ("`.`", "a value"), ("`+`", "a value"): "Start the number with a digit or a minus sign."
    case ("`,`", _): "Remove this comma, or add what is missing before it."
    case (_, "`,` or `}`") where opens: "Add a comma here."
    case (_, "`,` or `]`") where opens: "Add a comma here."
    case (_, "a member name in double quotes"): "Put the name in double quotes."
    default: "Check the commas, quotes and brackets before this position."
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    default: "\\u00" + hexadecimal(byte)
    }
  }
}

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
