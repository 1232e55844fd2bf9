import Testing
import ThrumFormats

@testable import ThrumPattern

/// External text in messages.
@Suite struct UserTextTests {
  @Test func `the length of a quotation in a message is bounded`() {
    #expect(quoted("HapticTransent") == "HapticTransent")
    #expect(quoted(String(repeating: "a", count: 61)) == String(repeating: "a", count: 60) + "…")
    // One character of a million scalars.
    #expect(quoted("e" + String(repeating: "\u{301}", count: 1_000_000)).utf8.count < 200)
    #expect(quoted(String(repeating: "\u{1B}", count: 1_000_000)).utf8.count < 300)
  }

  @Test func `terminal control characters are escaped`() {
    #expect(quoted("a\u{1B}[2J\n\u{7F}\u{9B}31m") == #"a\x1B[2J\n\x7F\x9B31m"#)
    #expect(quoted("\u{202E}gpj.\u{2066}\u{200F}\u{2028}") == #"\u{202E}gpj.\u{2066}\u{200F}\u{2028}"#)
    #expect(quoted("Blatt ü 🎵 שלום") == "Blatt ü 🎵 שלום")
  }

  private static let long = String(repeating: "x", count: 1_000_000)

  private static let texts = [
    #"<vibration-effect><predefined-effect name="\#(long)"/></vibration-effect>"#,
    #"<vibration-effect><predefined-effect name="tick" \#(long)="1"/></vibration-effect>"#,
    "<vibration-effect><\(long)/></vibration-effect>", "<\(long)></\(long)>", "<\(long)",
    #"{"Version":1,"Pattern":[{"Event":{"Time":"\#(long)","EventType":"\#(long)","\#(long)":1,"\#(long)":2}}]}"#,
    #"{"Version":1,"\#(long)":{"a":1,"a":2},"Pattern":[]}"#,
    #"{"version":{"major":1},"metadata":{},"signals":{"\#(long)":{}}}"#,
  ]

  @Test(arguments: texts.indices)
  func `findings stay short even for long names and values`(index: Int) {
    let document = PatternDocument.read(Array(UserTextTests.texts[index].utf8), name: "f")
    let findings = document.lint { _ in .missing(hint: nil) }
    #expect(!findings.isEmpty)
    for finding in findings { #expect(finding.description.utf8.count < 7_000) }
  }
}
