import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOffline
import ThrumPattern
import ThrumRender

/// `lint`, `info` and `render` agree: all accept a file or none does, and `info` prints the length that `render`
/// writes.
@Sendable func fuzzVerdicts(_ bytes: [UInt8]) {
  let document = PatternDocument.read(bytes, name: "input")
  let findings = document.lint(.whole) { FuzzedSound.exists($0) ? .plays : .missing(hint: nil) }
  let isRefused = findings.contains { $0.severity == .error }
  precondition(document.hasErrors == isRefused, "lint and the reader differ")
  precondition(isRefused || !document.parts.isEmpty, "a file without a pattern has no error")
  if let ahap = document.ahap {
    precondition(((try? ahap.playable()) == nil) == isRefused, "lint and the engine differ")
  }
  guard !isRefused else { return }
  for part in document.parts {
    precondition((try? part.pattern.check()) != nil, "the engine refuses what the reader accepts")
    compareLengths(part.pattern)
  }
}

private func compareLengths(_ pattern: Pattern) {
  var settings = RenderSettings()
  settings.sampleRate = 8_000
  guard pattern.entries.count < 100 else { return }
  var soundSeconds: [String: Double] = [:]
  let schedule = ScheduleCompiler(sampleRate: settings.sampleRate) { path in
    guard FuzzedSound.exists(path) else { return nil }
    soundSeconds[path] = FuzzedSound.memory.seconds
    return FuzzedSound.memory
  }.compile(pattern)
  var timeline = PatternTimeline()
  timeline.add(pattern, soundSeconds: soundSeconds)
  guard timeline.end < (pattern.entries.count < 5 ? 62 : 3) else { return }
  let told =
    RenderedLevels.measured([schedule], settings: settings, timeline: timeline).endSeconds * settings.sampleRate
  let written = writtenFrames([schedule], settings)
  precondition(
    abs(told - Double(written)) <= Double(quantumFrames), "info says \(told) frames, render writes \(written)")
  // The motor rings after the last event, and a falling pitch lengthens a sound.
  let latest = timeline.end + 0.5
  precondition(
    Double(written) / settings.sampleRate <= latest,
    "the timeline ends at \(timeline.end) s, render at \(written) frames")
}

/// Number of frames that `render` receives from the renderer.
private func writtenFrames(_ schedules: [CompiledPattern], _ settings: RenderSettings) -> Int {
  var renderer = OfflineRenderer(schedules, settings: settings)
  var samples = [Float](repeating: 0, count: max(1 << 14, renderer.leastRoom))
  var frames = 0
  while !renderer.isOver {
    frames +=
      samples.withUnsafeMutableBufferPointer { renderer.render(into: $0) } / OfflineRenderer.Signal.monitor.channels
  }
  return frames
}

/// The sound for every path that starts with `s`.
private enum FuzzedSound {
  static let memory = SoundMemory(interleaved: [Float](repeating: 0.5, count: 800), channels: 1, sampleRate: 8_000)

  static func exists(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "s") }
}
