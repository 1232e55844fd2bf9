import Testing

@testable import thrum

@Suite struct NamesTests {
  @Test(arguments: [
    (["paly", "x.ahap"], "Did you mean “thrum play”?"), (["x.ahap"], "thrum play x.ahap"), (["xyzzy"], "thrum --help"),
    (["render", "-dash.ahap", "-o", "y.wav"], "write ./-dash.ahap"),
  ])
  func `a mistyped command gets a suggestion`(_ arguments: [String], _ words: String) {
    do {
      try GivenWords.check(arguments)
      Issue.record("\(arguments) passed")
    } catch {
      let failure = error as? Failure
      #expect(failure?.exitCode == Failure.Code.usage.rawValue && failure?.description.contains(words) == true)
    }
  }

  @Test(arguments: [
    (["play", "--wtch", "x.ahap"], "--watch"), (["lint", "--jsn", "x.ahap"], "--json"),
    (["play", "--zzz", "x.ahap"], nil), (["render", "--fast", "x.ahap", "-o", "-"], nil),
  ])
  func `an unknown option gets a suggestion only if it could be a misspelling`(
    _ arguments: [String], _ meant: String?
  ) throws {
    let error = #expect(throws: (any Error).self) { try Thrum.parseAsRoot(arguments) }
    let message = GivenWords.inOurWords(Thrum.fullMessage(for: try #require(error)))
    #expect(message.hasPrefix("error: Unknown option '\(arguments[1])'"))
    #expect(message.contains("Did you mean") == (meant != nil), "\(message)")
    if let meant { #expect(message.contains("Did you mean '\(meant)'?")) }
  }

  @Test(arguments: [
    ["play", "-D", "null", "x.ahap"], ["help", "play"], ["--version"], [], ["play", "--", "-x.ahap"],
  ])
  func `valid arguments are accepted`(_ arguments: [String]) throws { try GivenWords.check(arguments) }

  @Test func `bytes that are not UTF-8 are shown as hex escapes`() {
    let failure = GivenNames.notUTF8([0x63, 0xE9, 0x1B, 0x2E])
    #expect(failure.exitCode == Failure.Code.noInput.rawValue)
    #expect(failure.description == #"c\xE9\x1B.: the file name is not UTF-8: rename the file"#)
  }
}
