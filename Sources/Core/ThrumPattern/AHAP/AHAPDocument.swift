/// A file that was read: its pattern, what there is to say about it, and where everything stands.
public struct AHAPDocument: Sendable {
  /// The file's name as given by the caller.
  public let name: String
  /// The pattern without the entries that cannot be used; `nil` when the file is not JSON, has no usable
  /// `Pattern` array, or exceeds a limit.
  public let pattern: Pattern?
  /// What was found while reading, in the order of the text.
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

  /// A document without a pattern.
  public init(name: String) { self.init(name: name, pattern: nil, diagnostics: []) }

  /// Whether Core Haptics would refuse the file.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The text as UTF-8; empty when it is not JSON. Offsets of places count in it.
  public var text: [UInt8] { tape?.bytes ?? [] }

  /// The places of bytes, in the order asked for. Cost: one pass over the text for all of them.
  package func places(of offsets: [Int]) -> [Place] {
    var finder = PlaceFinder(text)
    var found: [Int: Place] = [:]
    for offset in Set(offsets).sorted() { found[offset] = finder.place(of: max(offset, 0)) }
    return offsets.map { found[$0] ?? Place(line: 1, column: 1, offset: 0) }
  }
}

extension AHAPDocument {
  /// Where an entry of the pattern stands in the text.
  package struct EntrySpan: Equatable, Sendable {
    /// The entry's index in the `Pattern` array of the file, which counts unusable entries too.
    package var index: Int
    /// The bytes from `{` to `}`.
    package var bytes: Range<Int>
    /// Its members and theirs, in the order of the text.
    package var fields: [Field]
  }

  /// Where a member stands in the text.
  package struct Field: Equatable, Sendable {
    /// The path, such as `Pattern[3].Event.EventParameters[0].ParameterValue`.
    package var path: String
    /// The bytes of the name with its quotes.
    package var name: Range<Int>
    /// The bytes of the value.
    package var value: Range<Int>
  }

  /// Where an entry of ``pattern`` stands; `nil` for an index that it does not have.
  ///
  /// Cost: proportional to the entry, not to the file.
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
  /// Lists the members of a value and of all it contains. Depth is bounded by ``ReadLimits/depth``.
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
