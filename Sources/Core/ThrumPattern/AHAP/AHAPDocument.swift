/// The result of reading a file: its pattern, findings and source positions.
public struct AHAPDocument: Sendable {
  /// The file's name, as given by the caller.
  public let name: String
  /// The pattern without unusable entries; `nil` if the file is not JSON, has no usable `Pattern` array or exceeds a
  /// limit.
  public let pattern: Pattern?
  /// Findings, in text order.
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

  /// The text in UTF-8, to which all offsets refer; empty if it is not JSON.
  public var text: [UInt8] { tape?.bytes ?? [] }

  /// Line and column of each offset, in the given order. Cost: a single pass over the text.
  package func places(of offsets: [Int]) -> [Place] {
    var finder = PlaceFinder(text)
    var found: [Int: Place] = [:]
    for offset in Set(offsets).sorted() { found[offset] = finder.place(of: max(offset, 0)) }
    return offsets.map { found[$0] ?? Place(line: 1, column: 1, offset: 0) }
  }
}

extension AHAPDocument {
  /// The position of an entry in the text.
  package struct EntrySpan: Equatable, Sendable {
    /// Index in the file's `Pattern` array, which includes unusable entries.
    package var index: Int
    /// Byte range from `{` to `}`.
    package var bytes: Range<Int>
    /// Members at any depth, in text order.
    package var fields: [Field]
  }

  /// The position of a member in the text.
  package struct Field: Equatable, Sendable {
    /// Path, such as `Pattern[3].Event.EventParameters[0].ParameterValue`.
    package var path: String
    package var name: Range<Int>
    package var value: Range<Int>
  }

  /// Position of an entry of ``pattern``; `nil` if `index` is out of range. Cost: linear in the entry's size.
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
  /// Lists the members of a value, recursively; ``ReadLimits/depth`` bounds the depth.
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
