import Foundation
import TestSupport
import Testing
import ThrumAnswers

@testable import ThrumStudio

@Suite("Phone page: pattern")
struct PhonePatternTests {
  private func state(_ rig: PhoneRig, _ session: String, after: String = "") throws -> [String: Any]? {
    let answer = rig.get("/api/state?after=\(after)", session: session)
    rig.advance(1)
    guard answer.status == 200 else { return nil }
    return try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
  }

  @Test func `the page follows the pattern open in the studio, saved or not`() throws {
    let phone = PhoneRig()
    let studio = try StudioRig(phone: phone.desk)
    let session = phone.session()
    #expect(try state(phone, session)?["condition"] as? String == "empty")
    #expect(phone.get("/api/sound", session: session).status == 404)
    let shown = studio.ask("POST", "/api/phone/pattern", json: ["text": tapText, "path": "a.ahap"])
    #expect(shown.status == 200)
    let first = try #require(try state(phone, session))
    #expect(first["condition"] as? String == "ready" && first["taps"] as? Int == 1)
    let version = try #require(first["version"] as? Int)
    #expect(try state(phone, session, after: "\(version)") == nil)
    let edited = tapText.replacingOccurrences(of: "0.5", with: "0.75")
    #expect(studio.ask("POST", "/api/phone/pattern", json: ["text": edited]).status == 200)
    #expect(try state(phone, session, after: "\(version)")?["version"] as? Int == version + 1)
    #expect(phone.get("/api/pattern.ahap", session: session).text == edited)
    #expect(studio.ask("POST", "/api/phone/pattern", body: #"{"text":null}"#).status == 200)
    #expect(try state(phone, session)?["condition"] as? String == "empty")
    #expect(phone.get("/api/pattern.ahap", session: session).status == 404)
  }

  @Test func `the pattern is sent with its media type and a fixed name`() throws {
    let rig = PhoneRig()
    try rig.show(tapText)
    let answer = rig.get("/api/pattern.ahap", session: rig.session())
    #expect(answer.field("Content-Type") == "application/x-ahap+json")
    #expect(answer.field("Content-Disposition") == "attachment; filename=\"pattern.ahap\"")
    #expect(answer.text == tapText)
  }

  @Test func `the sound is a 16-bit WAV file for a small loudspeaker`() throws {
    let rig = PhoneRig()
    try rig.show(tapText)
    let sound = rig.get("/api/sound", session: rig.session())
    #expect(sound.field("Content-Type") == "audio/wav" && sound.body.starts(with: Array("RIFF".utf8)))
    // Format 1, PCM; two channels; 16 bits.
    #expect(sound.body[20...23] == [1, 0, 2, 0] && sound.body[34...35] == [16, 0])
    let settings = try SoundSettings(actuator: nil, monitor: "small-speaker", motor: StudioMotors().lookup)
    let expected = try PhoneSound.wav(
      StudioPattern(tapText, path: "", folder: nil), settings: settings.render, .endless)
    #expect(sound.body == expected)
    #expect(sound.body[44...].contains { $0 != 0 })
  }

  @Test func `a long sound is cut off after a minute, and the page says so`() throws {
    let rig = PhoneRig()
    let long =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}},"#
      + #"{"Event":{"Time":300,"EventType":"HapticTransient"}}]}"#
    try rig.show(long)
    let session = rig.session()
    #expect(try state(rig, session)?["cutSeconds"] as? Double == 60)
    #expect(rig.get("/api/sound", session: session).body.count == 44 + 60 * 48_000 * 4)
  }

  @Test func `the vibration is a list of on and off times, beginning with an on time`() throws {
    let rig = PhoneRig()
    let hold =
      #"{"Version":1,"Pattern":[{"Event":{"Time":0.1,"EventType":"HapticContinuous","EventDuration":0.2}},"#
      + #"{"Event":{"Time":0.5,"EventType":"HapticTransient"}}]}"#
    try rig.show(hold)
    let facts = try #require(try state(rig, rig.session()))
    let durations = try #require(facts["vibration"] as? [Int])
    // The hold is weaker than full intensity, so it becomes several pulses.
    #expect(durations.count > 5 && durations.count % 2 == 1 && Array(durations.prefix(2)) == [0, 100])
    #expect(durations.dropLast().reduce(0, +) == 500, "the last pulse begins with the transient")
    #expect((facts["vibrationDifference"] as? String)?.hasPrefix("on erm-coin, the felt level differs by ") == true)
  }

  @Test func `malformed or oversized text is not played, and the page says so`() throws {
    let rig = PhoneRig()
    let session = rig.session()
    try rig.show("{ oops")
    #expect(try state(rig, session)?["condition"] as? String == "broken")
    try rig.show(tapText + String(repeating: " ", count: PhonePattern.textLimit))
    #expect(try state(rig, session)?["condition"] as? String == "large")
    for path in ["/api/sound", "/api/picture"] { #expect(rig.get(path, session: session).status == 404) }
  }

  @Test func `pictures follow the phone's theme, are drawn once, and are limited in size`() throws {
    let rig = PhoneRig()
    try rig.show(tapText)
    let session = rig.session()
    let answer = rig.get("/api/picture?theme=dark", session: session)
    #expect(answer.text == "<svg>dark" && answer.field("Content-Type") == "image/svg+xml")
    #expect(rig.get("/api/picture", session: session).text == "<svg>light")
    let large = PhoneRig { _, _, _, _, _ in [UInt8](repeating: 0, count: PhonePattern.pictureLimit + 1) }
    try large.show(tapText)
    #expect(large.get("/api/picture", session: large.session()).status == 404)
  }

  @Test func `the studio receives the code, the link and the connected phones`() throws {
    let phone = PhoneRig()
    let studio = try StudioRig(phone: phone.desk)
    func facts(_ answer: HTTPResponse) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }
    let before = try facts(studio.ask("GET", "/api/phone"))
    #expect(before["link"] as? String == "http://\(phone.host)/#\(phone.code)")
    #expect((before["code"] as? [String: Any])?["width"] as? Int == 41 && before["problem"] == nil)
    _ = phone.session()
    let after = try facts(studio.ask("GET", "/api/phone"))
    #expect(after["link"] == nil && after["code"] == nil && after["phones"] as? [String] == ["Chrome on Android"])
    #expect(try facts(studio.ask("POST", "/api/phone/code", body: "{}"))["link"] != nil)
    #expect(try facts(studio.ask("POST", "/api/phone/disconnect", body: "{}"))["phones"] as? [String] == [])
  }

  @Test func `without --phone, the studio has no page for phones`() throws {
    let studio = try StudioRig()
    #expect(studio.ask("GET", "/api/phone").status == 404)
    #expect(studio.ask("POST", "/api/phone/pattern", body: #"{"text":"{}"}"#).status == 404)
    #expect(studio.ask("GET", "/api/session").text.contains(#""hasPhonePage":false"#))
  }
}
