import ThrumPattern

extension Diagnostic {
  /// The finding, and its remedy on a second line.
  var shown: [String] {
    var cause = self
    cause.remedy = ""
    return [cause.description] + (remedy.isEmpty ? [] : ["  " + remedy])
  }

  /// Safe for a terminal, with the position in bold and the severity in colour.
  var colored: [String] {
    let lines = shown.map { UserText.printable($0) }
    let position = UserText.printable(place.map { "\(file):\($0.line):\($0.column)" } ?? file)
    let head = "\(position): \(severity.rawValue):"
    guard let first = lines.first, first.hasPrefix(head) else { return lines }
    let words = "\(sgr(1, position)): \(sgr(severity.color, "\(severity.rawValue):"))"
    return ["\(words)\(first.dropFirst(head.count))"] + Array(lines.dropFirst())
  }

  private func sgr(_ code: Int, _ text: String) -> String { "\u{1B}[\(code)m\(text)\u{1B}[0m" }
}

extension Severity {
  /// As an SGR code: red, yellow or cyan.
  fileprivate var color: Int {
    switch self {
    case .error: 31
    case .warning: 33
    case .note: 36
    }
  }
}
