import Glibc

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
