import Glibc

/// Reads a list line by line, and refuses what is none before it fills the memory.
struct ListReader {
  /// Bytes of a line: two paths, as long as the system takes them, and a tab.
  static let longestLine = 2 * Int(PATH_MAX) + 1
  /// Lines of a list, empty ones and remarks included.
  static let mostLines = 2_000_000

  private let name: String
  private let read: (UnsafeMutableRawBufferPointer) throws -> Int
  private var block = [UInt8](repeating: 0, count: 65_536)
  private var rest: Range<Int> = 0..<0
  /// Lines that have been read.
  private(set) var lines = 0

  /// - Parameters:
  ///   - name: the list, for messages.
  ///   - read: fills memory with what comes next and returns how many bytes, 0 at the end.
  init(_ name: String, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    self.name = name
    self.read = read
  }

  /// The next line without its end; `nil` at the list's end.
  ///
  /// - Throws: `Failure` for a line that no list has.
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
        throw refusal("the line has more than \(ListReader.longestLine) bytes, and no path is that long")
      }
      if end != nil { return try finished(line) }
    }
  }

  private mutating func finished(_ line: [UInt8]) throws -> [UInt8] {
    if line.contains(0) { throw refusal("the line has a zero byte, and no path has one") }
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
