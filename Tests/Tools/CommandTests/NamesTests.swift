import Testing

@testable import thrum

@Suite struct NamesTests {
  @Test(arguments: [
    (["paly", "x.ahap"], "Did you mean “thrum play”?"), (["x.ahap"], "thrum play x.ahap"), (["xyzzy"], "thrum --help"),
    (["render", "-dash.ahap", "-o", "y.wav"], "write ./-dash.ahap"),
  ])
  func `a mistyped command gets a suggestion`(_ arguments: [String], _ words: String) {
    do {
      try GivenNames.check(arguments)
      Issue.record("\(arguments) passed")
    } catch {
      let failure = error as? Failure
      #expect(failure?.exitCode == Failure.Code.usage.rawValue && failure?.description.contains(words) == true)
    }
  }

  @Test(arguments: [
    (["play", "--wtch", "x.ahap"], "Error: Unknown option '--wtch'. Did you mean '--watch'?"),
    (["lint", "--jsn", "x.ahap"], "Error: Unknown option '--jsn'. Did you mean '--json'?"),
    (["render", "--nothing-like-it", "x.ahap", "-o", "-"], "Error: Unknown option '--nothing-like-it'"),
  ])
  func `a mistyped option is named`(_ arguments: [String], _ words: String) throws {
    let error = try #require(#expect(throws: (any Error).self) { try Thrum.parseAsRoot(arguments) })
    #expect(Thrum.fullMessage(for: error).hasPrefix(words))
    #expect(Thrum.exitCode(for: error).rawValue == Failure.Code.usage.rawValue)
  }

  @Test(arguments: [
    ["play", "-D", "null", "x.ahap"], ["help", "play"], ["--version"], [], ["play", "--", "-x.ahap"],
  ])
  func `valid arguments are accepted`(_ arguments: [String]) throws {
    try GivenNames.check(arguments)
  }

  @Test(arguments: [
    (["play", "x", "--loop", "4"], ["play", "x", "--loop=4"]),
    (["play", "--loop", "x"], ["play", "--loop=endless", "x"]),
    (["play", "x", "--loop"], ["play", "x", "--loop=endless"]),
    (["play", "--loop", "0"], ["play", "--loop=endless", "0"]),
    (["play", "--", "--loop", "4"], ["play", "--", "--loop", "4"]),
  ])
  func `a number after loop is its value`(_ given: [String], _ completed: [String]) {
    #expect(LoopCount.completing(given) == completed)
  }

  @Test func `bytes that are not UTF-8 are shown as hex escapes`() {
    let failure = GivenNames.notUTF8([0x63, 0xE9, 0x1B, 0x2E])
    #expect(failure.exitCode == Failure.Code.noInput.rawValue)
    #expect(failure.description == #"c\xE9\x1B.: the file name is not UTF-8: rename the file"#)
  }
}
