import Testing

@testable import ThrumStudio

/// Messages of the live connection, as `Docs/StudioProtocol.md` has them.
@Suite struct LiveMessageTests {
  private func refusal(_ text: String) -> [String] {
    guard case .failure(let refusal) = ClientMessage.read(text) else { return [] }
    return [refusal.kind, refusal.reason]
  }

  @Test func `a touch has usable values, whatever the page sends`() throws {
    let texts = [#"{"type":"tap"}"#, #"{"type":"tap","intensity":7,"sharpness":-1}"#]
    let touches = try texts.map { text in
      guard case .tap(let touch) = try ClientMessage.read(text).get() else { throw Unexpected() }
      return [touch.intensity, touch.sharpness]
    }
    #expect(touches == [[1, 0.5], [1, 0]])
  }

  @Test func `a pattern is played from a place and at a rate that there are`() throws {
    let text = #"{"type":"play","text":"{}","offset":-3,"rate":1000}"#
    guard case .play(let play) = try ClientMessage.read(text).get() else { throw Unexpected() }
    #expect(play.offset == 0 && play.rate == 10 && !play.loop && play.path.isEmpty)
  }

  @Test func `what is wrong with a message is said under its name`() {
    #expect(refusal(#"{"type":"engine","call":"jump"}"#) == ["engine", "the call must be “start” or “stop”"])
    #expect(refusal(#"{"type":"sound","to":"moon"}"#) == ["sound", "sound goes to the browser or to a device"])
    for text in ["", "[]", "{}", #"{"type":"dance"}"#, #"{"type":"tap","intensity":"much"}"#] {
      #expect(refusal(text).first == "message", "\(text)")
    }
  }

  @Test func `an answer carries what its kind has, and nothing else`() {
    #expect(ServerMessage.ended.text == #"{"type":"ended"}"#)
    #expect(ServerMessage.changed(path: nil).text == #"{"type":"changed"}"#)
    let failed = ServerMessage.failed(to: "play", message: "no").text
    #expect(failed.contains(#""type":"failed""#) && failed.contains(#""to":"play""#) && !failed.contains("path"))
  }

  private struct Unexpected: Error {}
}
