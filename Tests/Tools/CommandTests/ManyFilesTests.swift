import Foundation
import Testing

@testable import thrum

/// Lists of files, in shards and in repeated runs.
@Suite struct ManyFilesTests {
  /// Writes twenty different patterns in folders and a list of them.
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

  @Test func `three shards render the same files as one run`() async throws {
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

  @Test func `a second run renders only missing and changed files`() async throws {
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

  @Test func `one broken file does not stop the others from being rendered`() async throws {
    let folder = try TemporaryFolder()
    let list = try library(folder)
    try "{".write(toFile: folder.path("in/3/3.ahap"), atomically: false, encoding: .utf8)
    let result = try await ThrumProcess.run(
      ["render", "--list", "-", "-o", folder.path("out")], input: String(contentsOfFile: list, encoding: .utf8))
    #expect(result.code == 65 && result.messages.contains("19 rendered, 0 up to date, 1 failed"))
    #expect(result.messages.contains("3.ahap:1:"))
  }

  @Test func `one faulty line in a list does not stop the other files from being rendered`() async throws {
    let folder = try TemporaryFolder()
    let list = try library(folder)
    let lines = "too\tmany\tfields\n" + (try String(contentsOfFile: list, encoding: .utf8)) + "\ntap.ahap\t\n"
    let result = try await ThrumProcess.run(["render", "--list", "-", "-o", folder.path("out")], input: lines)
    #expect(result.code == 65 && result.messages.contains("20 rendered, 0 up to date, 2 failed"), "\(result.messages)")
    #expect(result.messages.contains("<stdin>:1: a line must have an input"))
    let linted = try await ThrumProcess.run(["lint", "--list", "-"], input: lines)
    #expect(linted.code == 65 && linted.messages.contains("2 could not be read"), "\(linted.messages)")
  }

  @Test func `lint in shards reports the same findings as one run`() async throws {
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

  @Test func `outputs stay inside their folder, and colliding outputs are rejected`() throws {
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

  @Test func `a link in the output folder cannot cause a file to be written outside it`() async throws {
    let folder = try TemporaryFolder()
    let tap = try folder.write(SamplePattern.short, "tap.ahap")
    let (out, outside) = (folder.path("out"), folder.path("outside"))
    for path in [out + "/real", outside] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try "secret".write(toFile: outside + "/kept", atomically: false, encoding: .utf8)
    let links = [
      "folder": outside, "file.wav": outside + "/kept", "lost.wav": outside + "/new.wav", "inside": "real",
      "deep": "../outside",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: "\(out)/\(name)", withDestinationPath: target)
    }
    let outputs = [
      "folder/a.wav", "folder/new/a.wav", "file.wav", "lost.wav", "deep/a.wav", "inside/a.wav", "plain/a.wav",
    ]
    let list = try folder.write(outputs.map { "\(tap)\t\($0)\n" }.joined(), "list")
    let result = try await ThrumProcess.run(["render", "--list", list, "-o", out])
    #expect(result.code == 74 && result.messages.contains("2 rendered, 0 up to date, 5 failed"), "\(result.messages)")
    #expect(result.messages.contains("\(out)/folder is a link that points outside \(out): remove the link"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["kept"])
    #expect(try String(contentsOfFile: outside + "/kept", encoding: .utf8) == "secret")
    #expect(FileManager.default.fileExists(atPath: out + "/real/a.wav"))
  }

  @Test func `a link cannot cause a generated pattern to be written outside the output folder`() async throws {
    let folder = try TemporaryFolder()
    let tap = try folder.write(SamplePattern.short, "tap.ahap")
    for name in ["a", "b"] {
      #expect(try await ThrumProcess.run(["render", tap, "-o", folder.path("\(name).wav")]).code == 0)
    }
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/b.ahap"), withDestinationPath: folder.path("outside.ahap"))
    let result = try await ThrumProcess.run([
      "generate", folder.path("a.wav"), folder.path("b.wav"), "-o", folder.path("out"),
    ])
    #expect(result.code == 74 && result.messages.contains("is a link that points outside"), "\(result.messages)")
    #expect(!folder.names.contains("outside.ahap"))
  }

  @Test(arguments: ["0/4", "5/4", "1", "1/0", "-1/2", "1/2/3", "a/b", "", "/"])
  func `an invalid shard is rejected`(_ text: String) { #expect(Shard(argument: text) == nil) }

  @Test func `shards divide a list completely and evenly`() throws {
    let items = Array(0..<23)
    let parts = try (1...5).map { try #require(Shard(argument: "\($0)/5")).part(of: items) }
    #expect(parts.joined().sorted() == items)
    #expect(parts.allSatisfy { abs($0.count - 23 / 5) <= 1 })
  }

  @Test func `a list is read line by line`() throws {
    let items = Manifest.items("# x\na.ahap\r\n\nb c.ahap\tout/b.wav\n", "list")
    #expect(items == [Manifest.Item(input: "a.ahap"), Manifest.Item(input: "b c.ahap", output: "out/b.wav")])
    for line in ["a\tb\tc", "a\t", "-"] { #expect(Manifest.items(line, "list").first?.problem != nil, "\(line)") }
  }
}
