import ThrumEngine
import ThrumPattern

/// The words of a line, separated by spaces except within quotes. `#` starts a comment.
struct ScenarioWords {
  struct Word: Equatable {
    let text: String
    let column: Int
  }

  let file: String
  let line: Int
  private var words: [Word] = []
  private var next = 0
  private var endColumn = 1

  init(_ text: Substring, file: String, line: Int) throws(ScenarioError) {
    self.file = file
    self.line = line
    var column = 0
    var begin = 0
    var current = ""
    var isQuoted = false
    var isOpen = false
    for character in text {
      column += 1
      if isQuoted {
        if character == "\"" { isQuoted = false } else { current.append(character) }
      } else if character == "#" {
        break
      } else if character == " " || character == "\t" || character == "\r" {
        if isOpen { words.append(Word(text: current, column: begin)) }
        isOpen = false
        current = ""
      } else {
        if !isOpen { begin = column }
        isOpen = true
        if character == "\"" { isQuoted = true } else { current.append(character) }
      }
    }
    endColumn = column + 1
    if isQuoted { throw ScenarioError(file: file, line: line, column: begin, message: "missing closing quote") }
    if isOpen { words.append(Word(text: current, column: begin)) }
  }

  var isAtEnd: Bool { next >= words.count }

  var peeked: String? { isAtEnd ? nil : words[next].text }

  func error(_ message: String) -> ScenarioError {
    ScenarioError(file: file, line: line, column: isAtEnd ? endColumn : words[next].column, message: message)
  }

  mutating func take(_ phrase: String) -> Bool {
    let wanted = phrase.split(separator: " ")
    guard next + wanted.count <= words.count,
      zip(wanted, words[next...]).allSatisfy({ $0 == $1.text })
    else { return false }
    next += wanted.count
    return true
  }

  mutating func word(_ what: String) throws(ScenarioError) -> String {
    guard !isAtEnd else { throw error("\(what) is missing") }
    defer { next += 1 }
    return words[next].text
  }

  mutating func number(_ what: String) throws(ScenarioError) -> Double {
    guard let text = peeked, let value = Double(text) else { throw error("\(what) must be a number, such as 0.5") }
    next += 1
    return value
  }

  mutating func seconds(_ what: String = "a time in seconds") throws(ScenarioError) -> Double {
    let value = try number(what)
    guard value >= 0, value <= 1e9 else {
      next -= 1
      throw error("\(what) must be between 0 and 1e9")
    }
    return value
  }

  mutating func integer(_ what: String) throws(ScenarioError) -> Int {
    guard let text = peeked, let value = Int(text), value > 0, value <= 1_000_000 else {
      throw error("\(what) must be a whole number of 1 or more")
    }
    next += 1
    return value
  }

  mutating func count() throws(ScenarioError) -> Int {
    guard let text = peeked, let value = Int(text), value >= 0, value <= 1_000_000 else {
      throw error("a count must be a whole number of 0 or more")
    }
    next += 1
    return value
  }

  mutating func truth() throws(ScenarioError) -> Bool {
    if take("on") { return true }
    if take("off") { return false }
    throw error("expected “on” or “off”")
  }

  func end() throws(ScenarioError) {
    if !isAtEnd { throw error("“\(quoted(words[next].text))” is unexpected here") }
  }
}

extension Fault {
  /// Parses a fault such as `suspend app` or `fail start engineStartTimeout 1`.
  package init(parsing text: String) throws(ScenarioError) {
    var words = try ScenarioWords(text[...], file: "fault", line: 1)
    guard let fault = try words.fault() else {
      throw words.error("expected a fault, such as “suspend app” or “reset server”")
    }
    guard words.isAtEnd else { throw words.error("unexpected text after “\(quoted("\(fault)"))”") }
    self = fault
  }
}

extension ScenarioWords {
  mutating func fault() throws(ScenarioError) -> Fault? {
    for fault in Fault.plain where take(fault.description) { return fault }
    if take("limit players none") { return .limitPlayers(nil) }
    if take("limit players") { return .limitPlayers(try count()) }
    guard take("fail") else { return nil }
    guard let name = peeked, let call = EngineCall(rawValue: name) else {
      throw error("expected a call: \(EngineCall.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    _ = take(name)
    let code = try code()
    if take("nth") { return .failNth(call, n: try integer("a count"), code: code) }
    return .fail(call, code: code, times: isAtEnd ? nil : try count())
  }

  mutating func code() throws(ScenarioError) -> EngineError.Code {
    let text = try word("an error's name or number")
    if let named = EngineError.Code.named.first(where: { $0.name == text }) { return named.code }
    guard let number = Int(text) else {
      throw error(
        "“\(quoted(text))” is not a Core Haptics error: give a name, such as engineNotRunning, or a number")
    }
    return EngineError.Code(rawValue: number)
  }
}
