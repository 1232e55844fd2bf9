/// A list of patterns, one per line: `tap.ahap`, or input and output separated by a tab: `tap.ahap<TAB>ui/tap.wav`.
/// Skips empty lines and lines that start with `#`.
enum Manifest {
  struct Item: Equatable, Sendable {
    var input: String
    /// Relative to the output folder. `nil` means that the name is derived from the input's.
    var output: String?
    /// Reason why this line cannot be processed. Other lines are unaffected.
    var problem: Failure?
  }

  static func read(_ path: String) throws -> [Item] {
    let name = path == "-" ? "<stdin>" : path
    return try PatternFile.withDescriptor(of: path, name: name) { descriptor in
      try items(ListReader(name) { try PatternFile.read(descriptor, into: $0, name: name) }, name)
    }
  }

  static func items(_ reader: ListReader, _ name: String) throws -> [Item] {
    var reader = reader
    var result: [Item] = []
    while let line = try reader.next() {
      if let text = String(validating: line, as: UTF8.self) {
        result += items(text, name, firstLine: reader.lines)
      } else {
        result.append(GivenNames.item(notUTF8: line))
      }
    }
    return result
  }

  static func items(_ text: String, _ name: String, firstLine: Int = 1) -> [Item] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().compactMap { number, line in
      guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count <= 2, fields.allSatisfy({ !$0.isEmpty }), fields[0] != "-" else {
        let place = "\(name):\(number + firstLine)"
        let problem = "\(place): a line must have an input, optionally followed by a tab and an output"
        return Item(input: place, output: nil, problem: Failure(.badData, problem))
      }
      return Item(input: fields[0], output: fields.count == 2 ? fields[1] : nil)
    }
  }
}
