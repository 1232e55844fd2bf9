import Testing

@testable import thrum

/// Lists that are invalid or endless.
@Suite struct ListReaderTests {
  /// A list that repeats these bytes forever.
  private func endless(_ bytes: [UInt8]) -> ListReader {
    var next = 0
    return ListReader("list") { memory in
      for index in memory.indices {
        memory[index] = bytes[next]
        next = (next + 1) % bytes.count
      }
      return memory.count
    }
  }

  private func finite(_ text: String, atOnce: Int) -> ListReader {
    var rest = Array(text.utf8)[...]
    return ListReader("list") { memory in
      let part = rest.prefix(min(atOnce, memory.count))
      rest = rest.dropFirst(part.count)
      memory.copyBytes(from: part)
      return part.count
    }
  }

  @Test(
    arguments: [
      ([0], "list:1: the line is"), (Array("a".utf8), "list:1: the line is over 8193 bytes"),
      (Array("a\0b\n".utf8), "list:1: the line contains a zero byte"),
      (Array("\n".utf8), "list:2000001: the list has more than"),
    ] as [([UInt8], String)])
  func `an endless list or line is rejected with its line number`(bytes: [UInt8], words: String) {
    let failure = #expect(throws: Failure.self) { try Manifest.items(endless(bytes), "list") }
    #expect(failure?.description.hasPrefix(words) == true, "\(failure?.description ?? "")")
    #expect(failure?.exitCode == Failure.Code.badData.rawValue)
    #expect((failure?.description.utf8.count ?? 0) < 200)
  }

  @Test(arguments: [1, 2, 7, 1_000])
  func `lines are put together correctly from pieces of any size`(atOnce: Int) throws {
    let long = String(repeating: "n", count: 4_096)
    let items = try Manifest.items(finite("a.ahap\r\n# x\n\n\(long)\t\(long)\nlast", atOnce: atOnce), "list")
    #expect(items.map(\.input) == ["a.ahap", long, "last"])
    #expect(items.map(\.output) == [nil, long, nil])
  }

  @Test func `line numbers count empty lines and comments`() throws {
    let items = try Manifest.items(finite("# x\n\na\tb\tc\nd\n", atOnce: 64), "list")
    #expect(items.map(\.input) == ["list:3", "d"])
    #expect(items.first?.problem?.description.hasPrefix("list:3: a line must have") == true)
  }
}
