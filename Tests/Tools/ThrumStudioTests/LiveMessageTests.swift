import Testing

@testable import ThrumStudio

/// Messages of the live connection, as documented in `Docs/StudioProtocol.md`.
@Suite struct LiveMessageTests {
  private func refusal(_ text: String) -> [String] {
    guard case .failure(let refusal) = ClientMessage.read(text) else { return [] }
    return [refusal.kind, refusal.reason]
  }

  @Test func `the values of a touch have defaults and are clamped to their range`() throws {
    let texts = [#"{"type":"tap"}"#, #"{"type":"tap","intensity":7,"sharpness":-1}"#]
    let touches = try texts.map { text in
      guard case .tap(let touch) = try ClientMessage.read(text).get() else { throw Unexpected() }
      return [touch.intensity, touch.sharpness]
    }
    #expect(touches == [[1, 0.5], [1, 0]])
  }

  @Test func `the offset and the rate of a play message are clamped`() throws {
    let text = #"{"type":"play","text":"{}","offset":-3,"rate":1000}"#
    guard case .play(let play) = try ClientMessage.read(text).get() else { throw Unexpected() }
    #expect(play.offset == 0 && play.rate == 10 && !play.loop && play.path.isEmpty)
  }

  @Test func `an error in a message is reported under the message's type`() {
    #expect(refusal(#"{"type":"engine","call":"jump"}"#) == ["engine", "the call must be “start” or “stop”"])
    #expect(refusal(#"{"type":"sound","to":"moon"}"#) == ["sound", "sound must go to the browser or to a device"])
    for text in ["", "[]", "{}", #"{"type":"dance"}"#, #"{"type":"tap","intensity":"much"}"#] {
      #expect(refusal(text).first == "message", "\(text)")
    }
  }

  @Test func `a server message contains only the members of its type`() {
    #expect(ServerMessage.ended.text == #"{"type":"ended"}"#)
    #expect(ServerMessage.changed(path: nil).text == #"{"type":"changed"}"#)
    let failed = ServerMessage.failed(to: "play", message: "no").text
    #expect(failed.contains(#""type":"failed""#) && failed.contains(#""to":"play""#) && !failed.contains("path"))
  }

  private struct Unexpected: Error {}
}
