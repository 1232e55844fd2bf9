import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern

/// One pattern's part of `info --json`.
struct PatternInfo: Encodable {
  struct Counts: Encodable {
    var events = 0
    var transient = 0
    var continuous = 0
    var audioContinuous = 0
    var audioCustom = 0
    var eventParameters = 0
    var parameters = 0
    var curves = 0
    var controlPoints = 0
    var unknown = 0
  }

  struct Span: Encodable, Equatable {
    var lowest: Double
    var highest: Double
  }

  struct LongestEvent: Encodable {
    var time: Double
    var seconds: Double
  }

  struct MetadataItem: Encodable {
    var name: String
    var value: String
  }

  struct SoundFile: Encodable {
    var path: String
    var found: String?
    /// `nil` if missing or unreadable.
    var seconds: Double?
    var problem: String?
  }

  struct Findings: Encodable {
    var errors = 0
    var warnings = 0
    var notes = 0
  }

  var file: String
  var version: Double?
  var metadata: [MetadataItem]
  var durationSeconds: Double
  /// Includes releases and the actuator's ringing. The timeline's end if the pattern is too long to render.
  var endSeconds: Double
  var counts: Counts
  /// Before dynamic parameters and curves. `nil` without haptic events.
  var intensity: Span?
  var sharpness: Span?
  var longestContinuous: LongestEvent?
  var hapticOnSeconds: Double
  var soundFiles: [SoundFile]
  var findings: Findings
  var levels: RenderedLevels?
  var timeline: TimelineReport?
}

struct InfoDocument: Encodable {
  var schema = "thrum.info/1"
  var files: [PatternInfo]
}

extension PatternInfo {
  static func examine(
    _ file: PatternFile, say: @escaping (String) -> Void = { Console.message($0) }
  ) throws -> (PatternInfo, PatternTimeline) {
    let settings = RenderSettings()
    // First, while there is nothing else in memory.
    let findings = PatternInfo.findings(in: file)
    let compiled = try file.compiled(sampleRate: settings.sampleRate, say: say)
    let pattern = try file.playable(say)
    var timeline = PatternTimeline()
    timeline.add(pattern, soundSeconds: compiled.soundSeconds)
    return (PatternInfo(file, pattern, timeline, compiled.pattern, findings, settings), timeline)
  }

  /// Renders the pattern unless it exceeds ``SignalSummary/limitSeconds``.
  init(
    _ source: PatternFile, _ pattern: Pattern, _ timeline: PatternTimeline, _ compiled: CompiledPattern,
    _ findings: Findings, _ settings: RenderSettings
  ) {
    file = source.name
    version = source.document.version
    metadata = PatternInfo.metadata(of: pattern)
    durationSeconds = timeline.duration
    (levels, endSeconds) = RenderedLevels.measured([compiled], settings: settings, timeline: timeline)
    counts = PatternInfo.counts(of: pattern)
    let haptic = pattern.events.filter(\.type.isHaptic)
    intensity = PatternInfo.span(haptic.map { $0.value(of: .hapticIntensity) })
    sharpness = PatternInfo.span(haptic.map { $0.value(of: .hapticSharpness) })
    longestContinuous = PatternInfo.longest(pattern)
    hapticOnSeconds = timeline.hapticOnSeconds(settings.sharpness)
    soundFiles = PatternInfo.sounds(of: pattern, in: source)
    self.findings = findings
  }

  private static func metadata(of pattern: Pattern) -> [MetadataItem] {
    (pattern.metadata?.members ?? []).prefix(100).compactMap { member in
      let text: String? =
        switch member.value {
        case .string(let text): text
        case .number(let literal): literal
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
      return text.map { MetadataItem(name: member.name, value: $0) }
    }
  }

  private static func counts(of pattern: Pattern) -> Counts {
    var counts = Counts()
    for entry in pattern.entries {
      switch entry {
      case .event(let event):
        counts.events += 1
        counts.eventParameters += event.parameters.count
        switch event.type {
        case .hapticTransient: counts.transient += 1
        case .hapticContinuous: counts.continuous += 1
        case .audioContinuous: counts.audioContinuous += 1
        case .audioCustom: counts.audioCustom += 1
        }
      case .parameter: counts.parameters += 1
      case .curve(let curve):
        counts.curves += 1
        counts.controlPoints += curve.points.count
      case .unknown: counts.unknown += 1
      }
    }
    return counts
  }

  private static func span(_ values: [Double]) -> Span? {
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    return Span(lowest: lowest, highest: highest)
  }

  private static func longest(_ pattern: Pattern) -> LongestEvent? {
    pattern.events.filter { $0.type == .hapticContinuous }
      .map { LongestEvent(time: $0.time, seconds: $0.duration ?? 0) }
      .max { $0.seconds < $1.seconds }
  }

  private static func sounds(of pattern: Pattern, in source: PatternFile) -> [SoundFile] {
    var seen: Set<String> = []
    return pattern.events.compactMap(\.waveformPath).filter { seen.insert($0).inserted }.map { path in
      guard let found = source.sound(path) else { return SoundFile(path: path) }
      do throws(SoundError) {
        return SoundFile(path: path, found: found, seconds: try SoundFileReader().read(path: found).seconds)
      } catch {
        return SoundFile(path: path, found: found, problem: error.detail)
      }
    }
  }

  private static func findings(in source: PatternFile) -> Findings {
    var findings = Findings()
    for finding in LintResult.findings(in: source.document, sound: source.soundState) {
      switch finding.severity {
      case .error: findings.errors += 1
      case .warning: findings.warnings += 1
      case .note: findings.notes += 1
      }
    }
    return findings
  }
}

extension PatternTimeline {
  /// Time with an active haptic event. A tap lasts one cycle.
  func hapticOnSeconds(_ map: SharpnessMap) -> Double {
    let stretches =
      holds.map { ($0.start, $0.end) }
      + taps.map { ($0.time, $0.time + 1 / map.hertz(sharpness: $0.sharpness)) }
    var total = 0.0
    var reached = -Double.infinity
    for (start, end) in stretches.sorted(by: { $0.0 < $1.0 }) {
      total += max(0, end - max(start, reached))
      reached = max(reached, end)
    }
    return total
  }
}
