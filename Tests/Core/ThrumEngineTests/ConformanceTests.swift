import Foundation
import TestSupport
import Testing
import ThrumEngine

/// `Docs/Conformance.md`, the tests and the planted bugs cover the same behaviours.
@Suite struct ConformanceTests {
  private static let root = PackageFolder.root

  private func isNumber(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-")
    return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { $0.isUppercase && $0.isASCII }
      && Int(parts[1]) != nil
  }

  /// Row numbers of the table, in order.
  private func documented() throws -> [String] {
    let text = try String(contentsOf: Self.root.appendingPathComponent("Docs/Conformance.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| ") else { return nil }
      let cell = line.dropFirst(2).prefix { $0 != " " }
      return isNumber(cell) ? String(cell) : nil
    }
  }

  /// Numbers in comments above tests: `// LIFE-1, LIFE-2`, then `@Test`.
  private func tested() throws -> Set<String> {
    var result: Set<String> = []
    let tests = Self.root.appendingPathComponent("Tests")
    for case let path as String in FileManager.default.enumerator(atPath: tests.path) ?? .init() {
      guard path.hasSuffix(".swift") else { continue }
      let lines = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst()) {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("// "), next.contains("@Test") else { continue }
        let numbers = text.dropFirst(3).split(separator: ",").map { $0.drop { $0 == " " } }
        if numbers.allSatisfy(isNumber) { result.formUnion(numbers.map { String($0) }) }
      }
    }
    return result
  }

  @Test func `each row number appears once in Conformance.md`() throws {
    let numbers = try documented()
    #expect(numbers.count > 150)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func `each behaviour has a test`() throws {
    #expect(Set(try documented()).subtracting(try tested()) == [])
  }

  @Test func `each row number in a test's comment has a row in Conformance.md`() throws {
    #expect(try tested().subtracting(Set(try documented())) == [])
  }

  /// Rows broken by the entries of `Tests/Mutations`: `rows: LIFE-1 LIFE-2`.
  private func broken() throws -> Set<String> {
    let folder = Self.root.appendingPathComponent("Tests/Mutations")
    var result: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".txt") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("rows: ") {
        result.formUnion(line.dropFirst(6).split(separator: " ").map(String.init))
      }
    }
    return result
  }

  @Test func `each behaviour has a planted bug, and each planted bug names existing behaviours`() throws {
    let broken = try broken()
    #expect(Set(try documented()).subtracting(broken) == [])
    #expect(broken.subtracting(try documented()) == [])
  }

  @Test func `every error that Core Haptics names is documented with its number`() throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent("Docs/Errors.md"), encoding: .utf8)
    for (name, code) in EngineError.Code.named { #expect(text.contains("| \(code.rawValue) | \(name) |")) }
  }
}
