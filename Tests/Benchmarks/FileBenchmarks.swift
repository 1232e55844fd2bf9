import Foundation
import HapticEngine
import HapticPattern
import HapticRender

/// Real files: parsing, and rendering from bytes to samples in memory.
enum FileBenchmarks {
  /// Benches every `*.ahap` of the folders.
  static func run(_ report: inout Report, folders: [URL]) throws {
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "ahap" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
    var costs: [String: Double] = [:]
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let name = file.deletingPathExtension().lastPathComponent
      if bytes.count > 1_000_000 { parse(&report, bytes, name: name) }
      if name.hasPrefix("parse_") { continue }
      costs[name] = render(&report, bytes, name: name)
    }
    compareScales(&report, costs)
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
  private static func render(_ report: inout Report, _ bytes: [UInt8], name: String) -> Double {
    var samples: [Float] = []
    var frames = 0
    let seconds = leastSeconds(of: 3) {
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

  /// A thousand times the events, at most 1.5 times the cost beside what parsing and voices need.
  private static func compareScales(_ report: inout Report, _ costs: [String: Double]) {
    guard let few = costs["scale_100_600s"], let many = costs["scale_100000_600s"] else { return }
    report.add("cost of a second, 10⁵ against 10² transients", many / few, "×", reference: 1.5)
  }
}
