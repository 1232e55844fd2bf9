import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

struct Comparison: Encodable {
  var schema = "thrum.compare/1"
  var a: ComparedSide
  var b: ComparedSide
  /// Gains in dB that make both sides equally strong on the monitor; 0 for the weaker one.
  var gainA: Double
  var gainB: Double

  init(_ a: ComparedSide, _ b: ComparedSide) {
    self.a = a
    self.b = b
    let levels = [a, b].compactMap { $0.levels?.monitorHeardDecibels }
    // Silence cannot be matched. Attenuating the stronger side avoids the limiter.
    let isMatched = levels.count == 2
    gainA = isMatched ? min(0, levels[1] - levels[0]) : 0
    gainB = isMatched ? min(0, levels[0] - levels[1]) : 0
  }

  var lines: [String] {
    var lines = [("A", a), ("B", b)].map { "\($0)  " + $1.files.joined(separator: " + ") } + [""]
    var same: [String] = []
    var rows: [String] = []
    for row in ComparedSide.rows {
      let (left, right) = (row.value(a).map { fixed($0, row.places) }, row.value(b).map { fixed($0, row.places) })
      guard left != right else {
        if left != nil { same.append(row.name) }
        continue
      }
      let difference = row.value(a).flatMap { a in row.value(b).map { $0 - a } }.map { fixed($0, row.places) }
      let signed = difference.map { $0.hasPrefix("-") ? $0 : "+" + $0 } ?? "–"
      rows.append(
        pad(row.name, 20) + lead(left ?? "–", 10) + lead(right ?? "–", 10) + lead(signed, 11) + "  " + row.unit)
    }
    if rows.isEmpty {
      lines.append("all numbers are the same")
    } else {
      lines.append(pad("", 20) + lead("A", 10) + lead("B", 10) + lead("B − A", 11))
      lines += rows
      if !same.isEmpty { lines.append("the same: " + same.joined(separator: ", ")) }
    }
    return lines
  }
}

struct ComparedSide: Encodable {
  var files: [String]
  var durationSeconds: Double
  var endSeconds: Double
  var transients = 0
  var continuous = 0
  var tones = 0
  var sounds = 0
  var parameters = 0
  var curves = 0
  var controlPoints = 0
  var hapticOnSeconds: Double
  var highestIntensity: Double?
  var lowestSharpness: Double?
  var highestSharpness: Double?
  /// `nil` if the pattern is too long to render.
  var levels: RenderedLevels?

  init(_ inputs: [PatternFile], _ sound: SoundOptions, _ choice: MonitorChoice) throws {
    files = inputs.map(\.name)
    var settings = try sound.settings(choice)
    settings.gainDecibels = sound.gain ?? 0
    var timeline = PatternTimeline()
    var patterns: [CompiledPattern] = []
    var haptic: [Event] = []
    for input in inputs {
      let pattern = try input.playable()
      let compiled = try sound.compile(input, sampleRate: settings.sampleRate)
      timeline.add(pattern, content: sound.content, soundSeconds: compiled.soundSeconds)
      patterns.append(compiled.pattern)
      haptic += pattern.events.filter(\.type.isHaptic)
      parameters += pattern.parameters.count
      curves += pattern.curves.count
      controlPoints += pattern.curves.reduce(0) { $0 + $1.points.count }
      for event in pattern.events {
        switch event.type {
        case .hapticTransient: transients += 1
        case .hapticContinuous: continuous += 1
        case .audioContinuous: tones += 1
        case .audioCustom: sounds += 1
        }
      }
    }
    durationSeconds = timeline.duration
    (levels, endSeconds) = RenderedLevels.measured(patterns, settings: settings, timeline: timeline)
    hapticOnSeconds = timeline.hapticOnSeconds(settings.sharpness)
    highestIntensity = haptic.map { $0.value(of: .hapticIntensity) }.max()
    lowestSharpness = haptic.map { $0.value(of: .hapticSharpness) }.min()
    highestSharpness = haptic.map { $0.value(of: .hapticSharpness) }.max()
  }

  static let rows: [(name: String, unit: String, places: Int, value: @Sendable (ComparedSide) -> Double?)] = [
    ("duration", "s", 3, { $0.durationSeconds }), ("end of tails", "s", 3, { $0.endSeconds }),
    ("transients", "", 0, { Double($0.transients) }), ("continuous", "", 0, { Double($0.continuous) }),
    ("tones", "", 0, { Double($0.tones) }), ("sounds", "", 0, { Double($0.sounds) }),
    ("dynamic parameters", "", 0, { Double($0.parameters) }), ("curves", "", 0, { Double($0.curves) }),
    ("curve points", "", 0, { Double($0.controlPoints) }), ("haptics on", "s", 3, { $0.hapticOnSeconds }),
    ("highest intensity", "", 2, { $0.highestIntensity }), ("lowest sharpness", "", 2, { $0.lowestSharpness }),
    ("highest sharpness", "", 2, { $0.highestSharpness }),
    ("peak acceleration", "g", 3, { $0.levels?.peakAccelerationG }),
    ("level over touch threshold", "dB", 1, { $0.levels?.touchLevelDecibels }),
    ("RMS acceleration", "g", 3, { $0.levels?.rmsAccelerationG }),
    ("peak", "dBFS", 1, { $0.levels?.monitorPeakDecibels }), ("RMS", "dBFS", 1, { $0.levels?.monitorRMSDecibels }),
    ("loudest 50 ms", "dBFS", 1, { $0.levels?.monitorLoudestDecibels }),
  ]
}
