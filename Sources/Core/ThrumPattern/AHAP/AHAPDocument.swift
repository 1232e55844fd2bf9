/// Result of reading a file: its pattern, findings and source positions.
public struct AHAPDocument: Sendable {
  /// File name, as given by the caller.
  public let name: String
  /// Pattern without unusable entries, or `nil` if the text is not JSON, has no `Pattern` array or exceeds a limit.
  public let pattern: Pattern?
  /// Findings in text order.
  public let diagnostics: [Diagnostic]

  let tape: JSONTape?
  let sources: [EntrySource]

  init(
    name: String, pattern: Pattern?, diagnostics: [Diagnostic], tape: JSONTape? = nil,
    sources: [EntrySource] = []
  ) {
    self.name = name
    self.pattern = pattern
    self.diagnostics = diagnostics
    self.tape = tape
    self.sources = sources
  }

  /// Creates a document without a pattern.
  public init(name: String) { self.init(name: name, pattern: nil, diagnostics: []) }

  /// Whether Core Haptics would refuse the file.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// UTF-8 text to which all offsets refer, or empty if the file is not JSON.
  public var text: [UInt8] { tape?.bytes ?? [] }

  package func places(of offsets: [Int]) -> [Place] {
    var finder = PlaceFinder(text)
    var found: [Int: Place] = [:]
    for offset in Set(offsets).sorted() { found[offset] = finder.place(of: max(offset, 0)) }
    return offsets.map { found[$0] ?? Place(line: 1, column: 1, offset: 0) }
  }
}

extension AHAPDocument {
  package struct EntrySpan: Equatable, Sendable {
    /// Index in the file's `Pattern` array, counting unusable entries.
    package var index: Int
    package var bytes: Range<Int>
    /// Members at any depth, in text order.
    package var fields: [Field]
  }

  package struct Field: Equatable, Sendable {
    /// For example `Pattern[3].Event.EventParameters[0].ParameterValue`.
    package var path: String
    package var name: Range<Int>
    package var value: Range<Int>
  }

  /// Finds an entry. Linear in the entry's size.
  package func span(ofEntry index: Int) -> EntrySpan? {
    guard sources.indices.contains(index), let tape else { return nil }
    let source = sources[index]
    return tape.withReader { reader in
      let token = source.token
      var fields: [Field] = []
      reader.collectFields(of: token, path: "Pattern[\(source.index)]", into: &fields)
      return EntrySpan(
        index: source.index, bytes: reader[token].start..<reader.end(token), fields: fields)
    }
  }
}

extension TapeReader {
  /// ``ReadLimits/depth`` bounds the recursion.
  fileprivate func collectFields(of token: Int, path: String, into fields: inout [AHAPDocument.Field]) {
    guard tokens[token].isContainer else { return }
    let isObject = tokens[token].kind == .object
    var index = token &+ 1
    var element = 0
    while index < tokens[token].next {
      let value = isObject ? index &+ 1 : index
      let inner = isObject ? "\(path).\(string(index))" : "\(path)[\(element)]"
      if isObject {
        let name = tokens[index].start..<end(index)
        fields.append(AHAPDocument.Field(path: inner, name: name, value: tokens[value].start..<end(value)))
      }
      collectFields(of: value, path: inner, into: &fields)
      element &+= 1
      index = next(value)
    }
  }
}
