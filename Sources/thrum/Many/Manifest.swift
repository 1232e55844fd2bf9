/// A list of patterns, one a line: `tap.ahap`, or with a tab the place of what becomes of it, `tap.ahap<TAB>ui/tap.wav`.
/// Empty lines and those that begin with `#` are passed over.
enum Manifest {
  /// A line.
  struct Item: Equatable, Sendable {
    var input: String
    /// Relative to the output folder; `nil` leaves it to the input's name.
    var output: String?
  }

  /// Reads a list; `-` is standard input.
  static func read(_ path: String) throws -> [Item] {
    let name = path == "-" ? "<stdin>" : path
    let bytes = try PatternFile.bytes(of: path, name: name)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.badData, "\(name): is no UTF-8 text")
    }
    return try items(text, name)
  }

  static func items(_ text: String, _ name: String) throws -> [Item] {
    try text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().compactMap { number, line in
      guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count <= 2, fields.allSatisfy({ !$0.isEmpty }), fields[0] != "-" else {
        throw Failure(.badData, "\(name):\(number + 1): a line is an input, and if you like a tab and an output")
      }
      return Item(input: fields[0], output: fields.count == 2 ? fields[1] : nil)
    }
  }
}
