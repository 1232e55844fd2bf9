import Foundation
import ThrumDevice
import ThrumEngine
import ThrumFormats
import ThrumOffline
import ThrumPattern
import ThrumRender
import ThrumScenario

/// AHAP: reads, lints and writes. The written file reads as the same pattern. Short patterns are rendered.
@Sendable func fuzzAHAP(_ bytes: [UInt8]) {
  let document = AHAP.read(bytes, name: "input")
  _ = Linter().lint(document) { _ in .missing(hint: nil) }
  guard !document.hasErrors, let pattern = document.pattern else { return }
  let again = AHAP.read(AHAP.write(pattern), name: "again")
  precondition(again.pattern == pattern, "what was written is another pattern")
  render(pattern)
}

/// `.haptic`: reads, converts and writes. The written file reads as the same clip.
@Sendable func fuzzClip(_ bytes: [UInt8]) {
  guard let clip = HapticClip.read(bytes, name: "input").clip else { return }
  precondition(HapticClip.read(clip.write(), name: "again").clip != nil, "what was written cannot be read")
  for pattern in [clip.continuousPattern, clip.transientPattern, clip.mergedPattern] { render(pattern) }
}

/// Renders half a second of a pattern: finite, and within full scale.
private func render(_ pattern: Pattern) {
  guard pattern.entries.count < 200 else { return }
  let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
  var renderer = OfflineRenderer([schedule], settings: RenderSettings(), lengthSeconds: 0.5)
  while renderer.renderNext({ samples in
    precondition(samples.allSatisfy { $0.isFinite && abs($0) <= 1 }, "a sample is beyond full scale")
  }) {}
}

/// Scenarios: reads them, and runs those that do not last hours.
@Sendable func fuzzScenario(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self),
    let scenario = try? Scenario(parsing: text, file: "input"), scenario.lines.count < 100
  else { return }
  let patient = scenario.lines.allSatisfy { line in
    switch line.statement {
    case .advance(let seconds), .advanceTo(let seconds): seconds < 100
    case .runUntilIdle: false
    default: true
    }
  }
  guard patient else { return }
  let runner = ScenarioRunner(profile: scenario.profile) { _ in Preset.impactLight.pattern() }
  try? runner.run(scenario, file: "input")
}

/// The writers of what can be read: those whose tap can.
private let readableWriters = Set(
  PatternWriter.all.filter { writer in
    let tap = Preset.impactLight.pattern()
    var timeline = PatternTimeline()
    timeline.add(tap)
    let request = PatternWriter.Request([tap], timeline: timeline, source: nil, work: .endless)
    guard let file = try? writer.write(request) else { return false }
    return !PatternDocument.read(file.bytes, name: "x\(writer.ending)").parts.isEmpty
  }.map { $0.id })

/// RichTap, OpenHarmony, Android and MIDI files, and on and off times: reads and converts. What is written for a phone
/// can be read.
@Sendable func fuzzFormats(_ bytes: [UInt8]) {
  // MIDI is recognised by its content, whatever its name.
  for name in bytes.starts(with: "MThd".utf8) ? ["x.mid"] : ["x.he", "x.json", "x.ahap"] {
    let document = PatternDocument.read(bytes, name: name)
    guard !document.hasErrors, let merged = document.merged, merged.entries.count < 2_000 else { continue }
    // Fourteen conversions of half an hour take longer than a fuzzer waits.
    guard merged.events.reduce(0, { $0 + ($1.sustainSeconds ?? 0) }) < 600 else { continue }
    for part in document.parts { render(part.pattern) }
    var timeline = PatternTimeline()
    for part in document.parts { timeline.add(part.pattern) }
    // All of them would take longer than a fuzzer waits.
    let first = bytes.reduce(0) { $0 &+ Int($1) } % PatternWriter.all.count
    for writer in (PatternWriter.all + PatternWriter.all)[first..<first + 7] {
      for source in [nil, document] {
        let request = PatternWriter.Request(
          document.parts.map(\.pattern), timeline: timeline, source: source, work: .endless)
        guard let file = try? writer.write(request) else { continue }
        let again = PatternDocument.read(file.bytes, name: "x\(writer.ending)")
        precondition(
          !readableWriters.contains(writer.id) || !again.hasErrors && !again.parts.isEmpty,
          "what was written cannot be read")
      }
    }
  }
}
