import ThrumFormats
import ThrumPattern

/// A pattern in a file of code for an app.
struct CodeMember {
  let name: String
  /// Name of the pattern's file, without folders.
  let source: String
  /// SHA-256 of the file, in hexadecimal digits.
  let sourceHash: String
  /// What Swift embeds.
  let pattern: Pattern
  /// What a ``PatternWriter`` has made; empty for Swift.
  let code: String

  /// A member of Swift's accessors.
  ///
  /// - Parameter path: decides the member's name.
  init(path: String, bytes: [UInt8], _ pattern: Pattern) {
    self.init(
      name: CodeName.identifier(CodeMember.stem(of: path), reserved: SwiftAccessors.reserved), path: path,
      bytes: bytes, pattern: pattern.onlyPlayed)
  }

  init(name: String, path: String, bytes: [UInt8], pattern: Pattern = Pattern(), code: String = "") {
    self.name = name
    self.pattern = pattern
    self.code = code
    source = CodeMember.file(of: path)
    let digits = Array("0123456789abcdef")
    sourceHash = String(SHA256.hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  static func stem(of path: String) -> String { PatternFormat.stem(of: file(of: path)) }

  private static func file(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  var sounds: Set<String> { Set(pattern.events.compactMap(\.waveformPath)) }
}

/// A file of code in a language for which there is a ``PatternWriter``, with one or several patterns.
struct CodeFile {
  private let members: [CodeMember]
  private let writer: PatternWriter
  private let file: String
  private let isSingle: Bool

  /// - Parameter isSingle: whether the file has one pattern under the file's own name.
  init(_ members: [CodeMember], writer: PatternWriter, output: String, isSingle: Bool) {
    self.members = members.sorted { $0.name < $1.name }
    self.writer = writer
    self.isSingle = isSingle
    file = output.split(separator: "/").last.map(String.init) ?? output
  }

  var text: String {
    if isSingle, let member = members.first {
      return (CodeFile.marks(member) + [""]).joined(separator: "\n") + member.code
    }
    var imports: Set<Substring> = []
    var body: [String] = []
    for member in members {
      // All code that embeds patterns indents or quotes them, so only an import begins like one.
      let lines = member.code.split(separator: "\n", omittingEmptySubsequences: false)
      imports.formUnion(lines.filter { $0.hasPrefix("import ") })
      let rest = lines.filter { !$0.hasPrefix("import ") }.drop { $0.isEmpty }
      body += CodeFile.marks(member) + rest.map(String.init) + (rest.last?.isEmpty == true ? [] : [""])
    }
    let head = [
      "// Made by Thrum. Do not edit: change the patterns, then run `thrum convert PATTERNS \(file)` again.", "",
    ]
    let index = writer.index(members.map(\.name))
    return (head + imports.sorted().map(String.init) + (imports.isEmpty ? [] : [""]) + body + index)
      .joined(separator: "\n") + (index.isEmpty ? "" : "\n")
  }

  /// The lines that ``AccessorDifference`` reads.
  private static func marks(_ member: CodeMember) -> [String] {
    [
      (SwiftAccessors.nameMark, member.name), (SwiftAccessors.sourceMark, member.source),
      (SwiftAccessors.hashMark, member.sourceHash),
    ].map { "// \($0)\(SwiftAccessors.literal($1))," }
  }
}
