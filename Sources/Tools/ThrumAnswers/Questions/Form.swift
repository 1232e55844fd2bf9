import ThrumPattern

/// The arguments of a question. Reading an argument also declares it, so a question's list is what it reads.
///
/// A form without a text only declares: each argument then has its default, or an empty value.
package struct Form {
  /// An argument as others describe it.
  package struct Field: Sendable {
    package enum Kind: Equatable, Sendable {
      case text, number, count, flag, texts
      /// First and last second.
      case range
      /// Bytes that are sent beside the JSON.
      case file
    }

    package let name: String
    package let kind: Kind
    package let isNeeded: Bool
    package let about: String
  }

  /// What was read so far, in order.
  package private(set) var fields: [Field] = []
  /// The first problem.
  private(set) var problem: Refusal?
  private let tape: JSONTape?
  private let attached: [UInt8]?
  private var names: [String] = []

  /// A form that only declares.
  package init() { (tape, attached) = (nil, nil) }

  /// - Parameters:
  ///   - json: an object, whose members are the arguments; without bytes, no arguments.
  ///   - attached: the file, if one was sent.
  init(_ json: [UInt8], attached: [UInt8]?) {
    self.attached = attached
    do throws(SyntaxError) {
      tape = try JSONTape(reading: json.isEmpty ? Array("{}".utf8) : json, limits: ReadLimits())
    } catch {
      tape = nil
      problem = .badArguments("the arguments are not JSON, from byte \(error.offset) on")
    }
    if let tape, tape.tokens.first?.kind != .object {
      problem = .badArguments("the arguments must be an object in JSON")
    }
  }

  // MARK: Arguments

  package mutating func text(_ name: String, _ about: StaticString) -> String {
    read(name, .text, about, isNeeded: true, Form.text) ?? ""
  }

  package mutating func text(ifPresent name: String, _ about: StaticString) -> String? {
    read(name, .text, about, isNeeded: false, Form.text)
  }

  /// An empty text counts as none.
  package mutating func name(ifPresent name: String, _ about: StaticString) -> String? {
    text(ifPresent: name, about).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A finite number.
  package mutating func number(_ name: String, _ about: StaticString) -> Double {
    read(name, .number, about, isNeeded: true, Form.number) ?? 0
  }

  package mutating func number(ifPresent name: String, _ about: StaticString) -> Double? {
    read(name, .number, about, isNeeded: false, Form.number)
  }

  /// A whole number from 0.
  package mutating func count(_ name: String, _ about: StaticString) -> Int {
    read(name, .count, about, isNeeded: true, Form.count) ?? 0
  }

  package mutating func count(ifPresent name: String, _ about: StaticString) -> Int? {
    read(name, .count, about, isNeeded: false, Form.count)
  }

  /// `standard` if absent.
  package mutating func flag(_ name: String, else standard: Bool = false, _ about: StaticString) -> Bool {
    read(name, .flag, about, isNeeded: false, Form.flag) ?? standard
  }

  package mutating func texts(_ name: String, most: Int, _ about: StaticString) -> [String] {
    let found = read(name, .texts, about, isNeeded: true, Form.texts) ?? []
    if found.count > most { refuse("“\(name)” may have at most \(most) entries, not \(found.count)") }
    return found
  }

  package mutating func range(ifPresent name: String, _ about: StaticString) -> ClosedRange<Double>? {
    read(name, .range, about, isNeeded: false, Form.range)
  }

  package mutating func file(_ about: StaticString) -> [UInt8] {
    declare(Form.fileName, .file, about, isNeeded: true)
    if tape != nil, attached == nil { refuse("a file must be sent after the arguments") }
    return attached ?? []
  }

  package mutating func file(ifPresent about: StaticString) -> [UInt8]? {
    declare(Form.fileName, .file, about, isNeeded: false)
    return attached
  }

  /// What the description calls the bytes beside the JSON.
  package static let fileName = "file"

  /// Notes the first problem with values that were read.
  package mutating func refuse(_ words: String) {
    if problem == nil { problem = .badArguments(words) }
  }

  /// The first problem, also with members that nobody has read.
  mutating func finish() -> Refusal? {
    if let problem { return problem }
    let names = names
    let stranger = tape?.withReader { reader -> String? in
      for name in reader.memberNames where !names.contains(name) { return name }
      return nil
    }
    if let stranger = stranger ?? nil {
      let known = names.isEmpty ? "there are none" : "choose \(names.joined(separator: ", "))"
      refuse("there is no argument “\(quoted(stranger))”: \(known)")
    }
    return problem
  }

  // MARK: Reading

  private mutating func declare(_ name: String, _ kind: Field.Kind, _ about: StaticString, isNeeded: Bool) {
    #if !hasFeature(Embedded)
      if tape == nil { fields.append(Field(name: name, kind: kind, isNeeded: isNeeded, about: "\(about)")) }
    #endif
  }

  private mutating func read<Value>(
    _ name: String, _ kind: Field.Kind, _ about: StaticString, isNeeded: Bool, _ value: (TapeReader, Int) -> Value?
  ) -> Value? {
    declare(name, kind, about, isNeeded: isNeeded)
    guard let tape, problem == nil else { return nil }
    names.append(name)
    let found = tape.withReader { reader -> Found<Value> in
      guard let place = reader.member(name), reader[place].kind != .null else { return .nothing }
      return value(reader, place).map { .value($0) } ?? .wrong
    }
    switch found {
    case .value(let value): return value
    case .wrong: refuse("“\(name)” must be \(kind.words)")
    case .nothing, nil: if isNeeded { refuse("“\(name)” is missing: \(kind.words)") }
    }
    return nil
  }

  private enum Found<Value> {
    case nothing, wrong
    case value(Value)
  }

  private static func text(_ reader: TapeReader, _ place: Int) -> String? {
    reader[place].isString ? reader.string(place) : nil
  }

  private static func number(_ reader: TapeReader, _ place: Int) -> Double? {
    guard reader[place].kind == .number, reader[place].double.isFinite else { return nil }
    return reader[place].double
  }

  private static func count(_ reader: TapeReader, _ place: Int) -> Int? {
    number(reader, place).flatMap { $0 >= 0 && $0.rounded() == $0 && $0 < 1e9 ? Int($0) : nil }
  }

  private static func flag(_ reader: TapeReader, _ place: Int) -> Bool? {
    switch reader[place].kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  private static func texts(_ reader: TapeReader, _ place: Int) -> [String]? {
    elements(reader, place, text)
  }

  private static func range(_ reader: TapeReader, _ place: Int) -> ClosedRange<Double>? {
    guard let ends = elements(reader, place, number), ends.count == 2, ends[0] <= ends[1] else { return nil }
    return ends[0]...ends[1]
  }

  private static func elements<Value>(
    _ reader: TapeReader, _ place: Int, _ value: (TapeReader, Int) -> Value?
  ) -> [Value]? {
    guard reader[place].kind == .array else { return nil }
    var found: [Value] = []
    var element = place + 1
    while element < reader[place].next {
      guard let one = value(reader, element) else { return nil }
      found.append(one)
      element = reader.next(element)
    }
    return found
  }
}

extension Form.Field.Kind {
  package var words: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .count: "a whole number from 0"
    case .flag: "true or false"
    case .texts: "a list of texts"
    case .range: "a first and a last number"
    case .file: "bytes"
    }
  }
}

extension TapeReader {
  /// Names of the top-level object's members.
  fileprivate var memberNames: [String] {
    var names: [String] = []
    var member = 1
    while member < self[0].next {
      names.append(string(member))
      member = next(member + 1)
    }
    return names
  }

  /// The value of the top-level object's last member with a name.
  fileprivate func member(_ name: String) -> Int? {
    var found: Int?
    var member = 1
    while member < self[0].next {
      if string(member) == name { found = member + 1 }
      member = next(member + 1)
    }
    return found
  }
}
