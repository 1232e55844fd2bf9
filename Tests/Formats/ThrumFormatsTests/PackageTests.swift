import Foundation
import TestSupport
import Testing
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// Files for browsers, React Native and Flutter.
@Suite struct PackageTests {
  private static func tap(_ time: Double, _ intensity: Double = 1) -> PatternEntry {
    .event(Event(type: .hapticTransient, time: time, parameters: [EventParameter(.hapticIntensity, intensity)]))
  }

  private static func hold(_ time: Double, _ seconds: Double, _ intensity: Double = 1) -> PatternEntry {
    .event(
      Event(
        type: .hapticContinuous, time: time, duration: seconds,
        parameters: [EventParameter(.hapticIntensity, intensity)]))
  }

  private func file(_ id: String, _ entries: [PatternEntry], name: String = "my tap", parts: Int = 1) throws
    -> PatternWriter.File
  {
    let patterns = [Pattern](repeating: Pattern(entries: entries), count: parts)
    var timeline = PatternTimeline()
    for pattern in patterns { timeline.add(pattern) }
    let writer = try #require(PatternWriter.all.first { $0.id == id })
    return try writer.write(PatternWriter.Request(patterns, timeline: timeline, name: name, work: .endless))
  }

  private func text(_ id: String, _ entries: [PatternEntry], name: String = "my tap") throws -> String {
    String(decoding: try file(id, entries, name: name).bytes, as: UTF8.self)
  }

  @Test func `endings choose the writer, and no default changes`() {
    for (name, id) in [
      ("a.js", "web.js"), ("a.ts", "react-native.ts"), ("a.dart", "flutter.dart"), ("a.json", "waveform.json"),
      ("a.xml", "waveform.xml"), ("a.kt", "waveform.kt"), ("a.haptic", "haptic"), ("a.he", "richtap"),
    ] { #expect(PatternWriter.writers(forFileName: name).first?.id == id) }
    #expect(PatternWriter.writers(forFileName: "a.json").contains { $0.kind == "web" })
  }

  @Test func `on and off times are those of the search, and are read back`() throws {
    let entries = [Self.tap(0.2), Self.hold(0.5, 0.4, 0.6)]
    let design = PulseDesign(PatternGroup(Pattern(entries: entries)), Work<Never>.endless)
    let onOff = PulseFit.searched(design, Work<Never>.endless).train.onOff
    #expect(onOff.count > 3 && onOff[0] == 0 && onOff[1] == 200)
    let json = try file("web.json", entries)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "{ \"vibrate\": \(onOff) }\n")
    #expect(!PatternDocument.read(json.bytes, name: "x.json").hasErrors)
    #expect(try text("web.js", entries).contains("export const myTap = [\n  0, 200, "))
    #expect(try text("web.js", entries).contains("export default myTap;\n"))
  }

  @Test func `browsers get no more and no longer durations than they play`() throws {
    let many = try file("web.json", (0..<80).map { Self.tap(0.2 * Double($0)) })
    let durations = String(decoding: many.bytes, as: UTF8.self).split(separator: ",")
    #expect(durations.count == 99)
    #expect(many.losses.contains { $0.hasPrefix("everything after 9.8") && $0.hasSuffix("browsers play 99 durations") })
    let long = try text("web.json", [Self.hold(0, 25), Self.tap(60)])
    let parts = try #require(long.split(separator: "[").last?.split(separator: "]").first).split(separator: ", ")
    #expect(parts.prefix(4) == ["10000", "0", "10000", "0"] && parts.contains { $0 != "0" && $0 != "10000" })
    #expect(parts.allSatisfy { Int($0).map { $0 <= 10_000 } == true } && parts.count % 2 == 1)
  }

  @Test func `what a motor without strengths changes is said as feel`() throws {
    let file = try file("web.json", [Self.tap(0.1), Self.tap(0.138), Self.tap(0.6, 0.2)])
    let feel = try #require(file.feel)
    #expect(feel.count == 1 && feel[0].motor == "erm-coin" && feel[0].count == 3)
    #expect(file.losses.contains { $0.hasPrefix("strengths and sharpness: on erm-coin, the felt level differs by") })
    #expect(file.losses.contains { $0.hasPrefix("1 of 3 onsets: nearer than") }, "\(file.losses)")
    let full = try #require(try self.file("web.json", [Self.hold(0, 1)]).feel)
    #expect(full[0].changes.isEmpty, Comment(rawValue: full[0].words))
  }

  @Test func `React Native gets the file's name, typed AHAP, events and times from off`() throws {
    let text = try text("react-native.ts", [Self.tap(0), Self.hold(0.2, 0.1, 0.5)], name: "deep-end")
    #expect(text.contains("const ahap: AhapType = {\n"))
    #expect(
      text.contains(
        "const events: HapticEvent[] = [\n  { time: 0, type: \"continuous\", duration: 15, intensity: 1.0 },"))
    #expect(text.contains("  { time: 200, type: \"continuous\", duration: 100, intensity: 0.251 },"))
    #expect(text.contains("const offOn: number[] = [\n  0, "))
    #expect(text.contains("export const deepEnd = { file: \"deep-end.ahap\", ahap, events, offOn };"))
    let parameter = PatternEntry.parameter(DynamicParameter(.hapticIntensityControl, value: 0.5, time: 0))
    #expect(try self.text("react-native.ts", [Self.tap(0), parameter]).contains("} as unknown as AhapType;"))
  }

  @Test func `Flutter gets one class, whose AHAP no apostrophe ends`() throws {
    var event = Event(type: .audioCustom, time: 0, waveformPath: "it's'''.wav")
    event.parameters = [EventParameter(.audioVolume, 1)]
    let text = try text("flutter.dart", [Self.tap(0), .event(event)], name: "2nd tap")
    #expect(text.contains("abstract final class Pattern2ndTap {\n"))
    #expect(text.contains(#""EventWaveformPath": "it\u0027s\u0027\u0027\u0027.wav""#))
    #expect(text.components(separatedBy: "'''").count - 1 == 3, "the two ends, and the comment on the sound")
    #expect(text.contains("  static const List<int> timings = [\n    15, ") || text.contains("timings = [\n    15,\n"))
  }

  @Test func `one app plays one pattern, and something that is felt`() throws {
    for id in ["react-native.ts", "flutter.dart"] {
      let error = #expect(throws: PatternWriter.WriteError.self) { try file(id, [Self.tap(0)], parts: 2) }
      #expect(error?.commandDescription.contains("--merge") == true)
    }
    for id in ["web.json", "web.js", "react-native.ts", "flutter.dart"] {
      #expect(throws: PatternWriter.WriteError.self) { try file(id, []) }
    }
  }
}
