import Testing
import ThrumPattern

@testable import ThrumFormats

/// Effects within and beyond the limits.
@Suite struct EffectLimitTests {
  @Test func `an effect with half a million steps is read`() {
    let count = 500_000
    let steps = Array(repeating: "1", count: count).joined(separator: ",")
    let text = #"{"timings":[\#(steps)],"amplitudes":[\#(steps)]}"#
    let document = PatternDocument.read(Array(text.utf8), name: "f.json")
    #expect(document.format == .android && !document.hasErrors, "\(document.diagnostics)")
  }

  @Test(arguments: [
    #"{"timings":[1,1,1,1,1,1],"amplitudes":[1,1,1,1,1,1]}"#,
    #"{"format":"thrum.vibration","kind":"primitives","primitives":[1,2,3,4,5,6,7,8,9,10,11,12]}"#,
    "<vibration-effect><waveform-effect>"
      + String(repeating: #"<waveform-entry durationMs="1" amplitude="1"/>"#, count: 9)
      + "</waveform-effect></vibration-effect>",
  ])
  func `an effect beyond the limits is reported as too large`(text: String) {
    let text = text.replacing("thrum.vibration", with: VibrationJSON.format)
    let document = PatternDocument.read(Array(text.utf8), name: "f", limits: ReadLimits(entries: 5))
    #expect(document.diagnostics.map(\.code) == [.tooLarge])
    #expect(document.diagnostics.first?.message.contains("more than") == true)
  }
}
