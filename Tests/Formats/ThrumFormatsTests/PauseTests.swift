import TestSupport
import Testing
import ThrumPattern

@testable import ThrumFormats

/// Vibrations between pauses: each is an event, and a pause at the end is kept as length.
@Suite struct PauseTests {
  private func read(_ text: String) -> PatternDocument { PatternDocument.read(Array(text.utf8), name: "x.json") }

  private func events(_ document: PatternDocument) -> [Event] { document.parts.flatMap(\.pattern.events) }

  private func ms(_ seconds: Double?) -> Int { Int(((seconds ?? 0) * 1000).rounded()) }

  @Test(arguments: [
    (#"{"pattern":[4900,100,4900,100]}"#, [4900, 9900], [100, 100]),
    (#"{"timings":[200,1000,200],"amplitudes":[255,0,3]}"#, [0, 1200], [200, 200]),
    (#"{"timings":[100,100,100,50],"amplitudes":[80,160,0,255]}"#, [0, 300], [200, 50]),
    ("[29980,200,300,200]", [29980, 30480], [200, 200]), ("[0,40,20,40,20,40]", [0, 60, 120], [40, 40, 40]),
  ])
  func `each vibration between pauses is an event`(_ text: String, _ starts: [Int], _ lengths: [Int]) {
    let found = events(read(text))
    #expect(found.map { ms($0.time) } == starts && found.map { ms($0.duration) } == lengths, "\(text)")
  }

  @Test func `steps keep their strength, whatever their number`() {
    let found = events(read(#"{"timings":[200,1000,200],"amplitudes":[255,0,64]}"#))
    #expect(found.map { ($0.value(of: .hapticIntensity) * 100).rounded() } == [100, 50])
  }

  @Test func `the stretches of an envelope are events under its curve`() throws {
    let clip = HapticClip(amplitude: [
      .init(time: 0, amplitude: 0), .init(time: 0.1, amplitude: 1), .init(time: 0.2, amplitude: 0),
      .init(time: 1, amplitude: 0), .init(time: 1.1, amplitude: 0.5), .init(time: 1.2, amplitude: 0),
    ])
    let pattern = clip.continuousPattern
    #expect(pattern.events.map { ms($0.time) } == [0, 1000] && pattern.events.map { ms($0.duration) } == [200, 200])
    #expect(pattern.curves.count == 1 && pattern.duration == 1.2)
  }

  @Test(arguments: ["[0,30,40,30,40]", "[0,30,700,30,700]", #"{"vibrate":[50,50,100,700]}"#])
  func `a closing pause is no event, but is kept as length`(_ text: String) throws {
    let document = read(text)
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(events(document).allSatisfy { $0.value(of: .hapticIntensity) > 0 })
    #expect(events(document).count == 2)
    #expect(ms(document.group?.duration) == numbers.reduce(0, +))
  }

  @Test(arguments: [
    "[50, 50, 50]", "[200, 300, 300]", "[50, 50, 100, 700]", "[125, 100, 450]", "[10, 20, 10, 20, 10]",
  ])
  func `on and off times become the same on and off times`(_ times: String) throws {
    let document = read("{ \"vibrate\": \(times) }")
    for id in ["web.json", "web.js", "react-native", "flutter"] {
      let writer = try #require(PatternWriter.all.first { $0.id == id || $0.id.hasPrefix(id + ".") }, "\(id)")
      let group = try #require(document.group)
      guard group.patterns.count == 1 || id.hasPrefix("web") else { continue }
      var timeline = PatternTimeline()
      for pattern in group.patterns { timeline.add(pattern) }
      let file = try writer.write(
        PatternWriter.Request(group.patterns, timeline: timeline, source: document, name: "x", work: .endless))
      let text = String(decoding: file.bytes, as: UTF8.self).filter { !$0.isWhitespace }
      #expect(text.contains(times.dropFirst().dropLast().filter { !$0.isWhitespace }), "\(id): \(text)")
      #expect(!file.losses.contains { $0.contains("strengths and sharpness") }, "\(file.losses)")
    }
  }

  @Test(arguments: PatternWriter.all.map(\.id))
  func `a quiet last event survives, or the missing length is a loss`(_ id: String) throws {
    let writer = try #require(PatternWriter.all.first { $0.id == id })
    let pattern = Pattern(entries: [
      .event(Event(type: .hapticContinuous, time: 0, duration: 0.2, parameters: [EventParameter(.hapticIntensity, 1)])),
      .event(
        Event(type: .hapticContinuous, time: 2.9, duration: 0.1, parameters: [EventParameter(.hapticIntensity, 0.01)])),
    ])
    var timeline = PatternTimeline()
    timeline.add(pattern)
    let request = PatternWriter.Request([pattern], timeline: timeline, name: "x", work: .endless)
    guard let file = try? writer.write(request) else { return }
    guard let played = try writer.played(request) else { return }
    #expect(played.duration > 2.95 || file.losses.contains { $0.hasPrefix("the last ") }, "\(played), \(file.losses)")
  }
}
