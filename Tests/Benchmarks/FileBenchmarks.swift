import Foundation
import HapticEngine
import HapticPattern
import HapticRender

/// Real files: parsing, and rendering from bytes to samples in memory.
enum FileBenchmarks {
  /// Benches every `*.ahap` of the folders.
  static func run(_ report: inout Report, folders: [URL], voiceNanoseconds: Double) throws {
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "ahap" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
    var costs: [String: Double] = [:]
    var voices: [String: Double] = [:]
    // One buffer for all: its pages are made once, and no file pays for them.
    var samples: [Float] = []
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let name = file.deletingPathExtension().lastPathComponent
      if bytes.count > 1_000_000 { parse(&report, bytes, name: name) }
      if name.hasPrefix("parse_") { continue }
      costs[name] = render(&report, bytes, name: name, into: &samples)
      voices[name] = voiceSamplesASecond(bytes, name: name) * voiceNanoseconds * 1e-9
    }
    compareScales(&report, costs, voices)
  }

  private static func parse(_ report: inout Report, _ bytes: [UInt8], name: String) {
    let seconds = leastSeconds(of: 3) {
      let document = AHAP.read(bytes, name: name)
      precondition(document.pattern != nil, "\(name) must be readable")
    }
    report.add(
      "parse \(name)", Double(bytes.count) / seconds / 1e6, "MB/s", reference: 200, lessIsBetter: false)
  }

  /// Answers the seconds that a second of signal costs.
  private static func render(
    _ report: inout Report, _ bytes: [UInt8], name: String, into samples: inout [Float]
  ) -> Double {
    var frames = 0
    let seconds = leastSeconds(of: 5) {
      guard let pattern = AHAP.read(bytes, name: name).pattern else { return }
      let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
      var renderer = OfflineRenderer([schedule], settings: RenderSettings())
      samples.removeAll(keepingCapacity: true)
      samples.reserveCapacity(2 * renderer.expectedFrames + 96_000)
      while renderer.renderNext({ samples.append(contentsOf: $0) }) {}
      frames = samples.count / 2
    }
    let signal = Double(frames) / 48_000
    report.add(
      "render \(name)", signal / seconds, "× real time", reference: name == "curves_30s" ? 2000 : nil,
      lessIsBetter: false)
    return seconds / signal
  }

  /// Voice-samples that the transients of a pattern need for a second of signal: two periods each.
  private static func voiceSamplesASecond(_ bytes: [UInt8], name: String) -> Double {
    guard let pattern = AHAP.read(bytes, name: name).pattern, pattern.duration > 0 else { return 0 }
    let map = SharpnessMap()
    let seconds = pattern.events.reduce(0.0) { sum, event in
      event.type == .hapticTransient ? sum + 2 / map.hertz(sharpness: event.value(of: .hapticSharpness)) : sum
    }
    return seconds * 48_000 / pattern.duration
  }

  /// A thousand times the events: beyond what their voices need, at most 1.5 times the cost.
  private static func compareScales(
    _ report: inout Report, _ costs: [String: Double], _ voices: [String: Double]
  ) {
    let few = "scale_100_600s", many = "scale_100000_600s"
    guard let fewCost = costs[few], let manyCost = costs[many], let fewVoices = voices[few],
      let manyVoices = voices[many]
    else { return }
    report.add("cost of a second, 10⁵ against 10² transients", manyCost / fewCost, "×")
    report.add(
      "the same without what the voices need", (manyCost - manyVoices) / (fewCost - fewVoices), "×",
      reference: 1.5)
  }
}
