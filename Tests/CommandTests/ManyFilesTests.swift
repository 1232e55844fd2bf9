import Foundation
import Testing

@testable import thrum

/// Lists of files, in parts and again.
@Suite struct ManyFilesTests {
  /// Twenty patterns in folders, no two alike, and a list of them.
  private func library(_ folder: TemporaryFolder) throws -> String {
    var list = ["# twenty patterns"]
    for number in 0..<20 {
      let path = folder.path("in/\(number % 5)/\(number).ahap")
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let text = """
        {"Version": 1.0, "Pattern": [{"Event": {"Time": 0.0\(number), "EventType": "HapticTransient", "EventParameters": [
          {"ParameterID": "HapticSharpness", "ParameterValue": 0.\(100 + number)}]}}]}
        """
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      list.append("\(path)\tout/\(number).wav")
    }
    let path = folder.path("list.txt")
    try (list.joined(separator: "\n") + "\n").write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func sounds(_ folder: String) throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      result[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
    return result
  }

  @Test func `patterns in three shards are those of one run`() async throws {
    let folder = try TemporaryFolder()
    let list = try library(folder)
    let whole = try await ThrumProcess.run(["render", "--list", list, "-o", folder.path("whole")])
    #expect(whole.code == 0 && whole.messages.contains("20 rendered"))
    for shard in 1...3 {
      let part = try await ThrumProcess.run([
        "render", "--list", list, "-o", folder.path("parts"), "--shard", "\(shard)/3",
      ])
      #expect(part.code == 0)
    }
    let (one, three) = (try sounds(folder.path("whole/out")), try sounds(folder.path("parts/out")))
    #expect(one.count == 20 && one == three)
    #expect(Set(one.values).count == 20)
  }

  @Test func `a second run renders what is missing, and what has changed`() async throws {
    let folder = try TemporaryFolder()
    let list = try library(folder)
    let arguments = ["render", "--list", list, "-o", folder.path("out")]
    #expect(try await ThrumProcess.run(arguments).messages.contains("20 rendered, 0 up to date"))
    #expect(try await ThrumProcess.run(arguments).messages.contains("0 rendered, 20 up to date"))
    try FileManager.default.removeItem(atPath: folder.path("out/out/7.wav"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: folder.path("in/3/8.ahap"))
    #expect(try await ThrumProcess.run(arguments).messages.contains("2 rendered, 18 up to date"))
  }

  @Test func `one broken file does not keep the others from being rendered`() async throws {
    let folder = try TemporaryFolder()
    let list = try library(folder)
    try "{".write(toFile: folder.path("in/3/3.ahap"), atomically: false, encoding: .utf8)
    let result = try await ThrumProcess.run(
      ["render", "--list", "-", "-o", folder.path("out")], input: String(contentsOfFile: list, encoding: .utf8))
    #expect(result.code == 65 && result.messages.contains("19 rendered, 0 up to date, 1 failed"))
    #expect(result.messages.contains("3.ahap:1:"))
  }

  @Test func `lint in shards finds what one run finds`() async throws {
    let folder = try TemporaryFolder()
    let list = try library(folder)
    try "{\"Pattern\": []}".write(toFile: folder.path("in/0/5.ahap"), atomically: false, encoding: .utf8)
    let whole = try await ThrumProcess.run(["lint", "--list", list, "--strict"])
    var parts: [ThrumProcess.Result] = []
    for shard in 1...2 {
      parts.append(try await ThrumProcess.run(["lint", "--list", list, "--strict", "--shard", "\(shard)/2"]))
    }
    #expect(whole.code == 1 && !whole.text.isEmpty)
    #expect(parts.map(\.text).joined() == whole.text)
    #expect(parts.filter { $0.code == 1 }.count == 1)
  }

  @Test func `outputs stay below their folder and do not meet`() throws {
    func path(_ input: String, _ output: String? = nil) -> String {
      OutputNames.path(of: Manifest.Item(input: input, output: output), in: "out/", suffix: ".wav")
    }
    #expect(path("a/tap.ahap") == "out/a/tap.wav")
    #expect(path("../../etc/tap.AHAP") == "out/etc/tap.wav")
    #expect(path("/abs/tap.haptic") == "out/abs/tap.wav")
    #expect(path("x", "../../y.wav") == "out/y.wav")
    #expect(path("preset:pop") == "out/preset-pop.wav")
    let inputs = ["a/tap.ahap", "./a/tap.ahap"]
    #expect(throws: Failure.self) { try OutputNames.check(inputs.map { path($0) }, of: inputs) }
  }

  @Test(arguments: ["0/4", "5/4", "1", "1/0", "-1/2", "1/2/3", "a/b", "", "/"])
  func `a shard that is none is refused`(_ text: String) { #expect(Shard(argument: text) == nil) }

  @Test func `shards part a list without rest`() throws {
    let items = Array(0..<23)
    let parts = try (1...5).map { try #require(Shard(argument: "\($0)/5")).part(of: items) }
    #expect(parts.joined().sorted() == items)
    #expect(parts.allSatisfy { abs($0.count - 23 / 5) <= 1 })
  }

  @Test func `a list is read line by line`() throws {
    let items = try Manifest.items("# x\na.ahap\r\n\nb c.ahap\tout/b.wav\n", "list")
    #expect(items == [Manifest.Item(input: "a.ahap"), Manifest.Item(input: "b c.ahap", output: "out/b.wav")])
    #expect(throws: Failure.self) { try Manifest.items("a\tb\tc", "list") }
    #expect(throws: Failure.self) { try Manifest.items("a\t", "list") }
    #expect(throws: Failure.self) { try Manifest.items("-", "list") }
  }
}
