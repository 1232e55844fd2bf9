import TestSupport
import Testing

@testable import thrum

/// The path argument of `thrum studio`.
@Suite struct StudioPlaceTests {
  @Test func `a pattern's path opens its folder, and the pattern's name is percent-encoded`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{}", "a b&ü.ahap")
    let place = try StudioPlace(path)
    #expect(place.folder == String(path.dropLast("/a b&ü.ahap".count)))
    #expect(place.query == "&open=a%20b%26%C3%BC.ahap")
  }

  @Test func `a folder or a path that does not exist is used as given, and without a path there is no folder`() throws {
    let folder = try TemporaryFolder()
    #expect(try StudioPlace(nil).folder == nil)
    #expect(try StudioPlace(folder.path("")).query.isEmpty)
    #expect(try StudioPlace(folder.path("gone.ahap")).folder == folder.path("gone.ahap"))
    let text = try folder.write("{}", "a.txt")
    #expect(throws: Failure.self) { try StudioPlace(text) }
  }

  @Test(arguments: ["80x", "-1", "", "99999", "80:80", "0x50"])
  func `a port that is none is an error that names it, not a folder`(port: String) {
    #expect(
      PhoneOption.fault(of: "127.0.0.1:\(port)") == "--phone: “\(port)” is not a port: use a number from 0 to 65535")
  }

  @Test func `a word that is no address is a folder`() {
    for word in ["Haptics", "a:b", "Haptics/2.0", "c:80"] { #expect(PhoneOption.fault(of: word) == nil, "\(word)") }
    #expect(PhoneOption.fault(of: "1.2.3") == PhoneOption.needsAddress)
  }
}
