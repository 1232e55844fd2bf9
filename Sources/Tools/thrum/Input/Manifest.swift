import Glibc

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

struct ListReader {
  /// Maximum bytes in a line: two paths of maximum length and a tab.
  static let longestLine = 2 * Int(PATH_MAX) + 1
  /// Maximum number of lines, including empty lines and comments.
  static let mostLines = 2_000_000

  private let name: String
  private let read: (UnsafeMutableRawBufferPointer) throws -> Int
  private var block = [UInt8](repeating: 0, count: 65_536)
  private var rest: Range<Int> = 0..<0
  private(set) var lines = 0

  /// - Parameter read: returns 0 at the end.
  init(_ name: String, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    self.name = name
    self.read = read
  }

  /// Returns the next line without its line break.
  ///
  /// - Throws: `Failure` if a line or the list exceeds its limit, or a line contains a NUL byte.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if rest.isEmpty {
        rest = 0..<(try block.withUnsafeMutableBytes(read))
        guard !rest.isEmpty else { return line.isEmpty ? nil : try finished(line) }
      }
      let end = block[rest].firstIndex(of: UInt8(ascii: "\n"))
      line += block[rest.lowerBound..<(end ?? rest.upperBound)]
      rest = (end.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
      guard line.count <= ListReader.longestLine else {
        throw refusal("the line is over \(ListReader.longestLine) bytes long, too long for a path")
      }
      if end != nil { return try finished(line) }
    }
  }

  private mutating func finished(_ line: [UInt8]) throws -> [UInt8] {
    if line.contains(0) { throw refusal("the line contains a zero byte, which no path can contain") }
    lines += 1
    guard lines <= ListReader.mostLines else {
      throw Failure(.badData, "\(name):\(lines): the list has more than \(ListReader.mostLines) lines: split it")
    }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private func refusal(_ cause: String) -> Failure {
    Failure(.badData, "\(name):\(lines + 1): \(cause): give a text file with a path on each line")
  }
}
