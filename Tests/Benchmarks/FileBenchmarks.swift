import Foundation
import ThrumEngine
import ThrumPattern
import ThrumDevice
import ThrumRender

/// Real files: parsing, and rendering from bytes to samples in memory.
enum FileBenchmarks {
  /// Benches every `*.ahap` of the folders.
  static func run(_ report: inout Report, folders: [URL]) throws {
    let files = try patterns(in: folders)
    // One buffer for all: its pages are made once, and no file pays for them.
    var samples: [Float] = []
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let name = file.deletingPathExtension().lastPathComponent
      if bytes.count > 1_000_000 { parse(&report, bytes, name: name) }
      if name.hasPrefix("parse_") { continue }
      render(&report, bytes, name: name, into: &samples)
    }
  }

  /// Every `*.ahap` of the folders, by name.
  static func patterns(in folders: [URL]) throws -> [URL] {
    try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "ahap" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }

  private static func parse(_ report: inout Report, _ bytes: [UInt8], name: String) {
    let megabytes = Double(bytes.count) / 1e6
    let parse = leastProcessorSeconds(of: 9) {
      let document = AHAP.read(bytes, name: name)
      precondition(document.pattern != nil, "\(name) must be readable")
    }
    report.add("parse \(name)", megabytes / parse, "MB/s", reference: 200, lessIsBetter: false)
    let lint = leastProcessorSeconds(of: 5) {
      precondition(Linter().lint(AHAP.read(bytes, name: name)).count >= 0)
    }
    report.add("lint \(name)", megabytes / lint, "MB/s", reference: 100, lessIsBetter: false)
  }

  /// From the file's bytes to the samples of its WAV.
  private static func render(
    _ report: inout Report, _ bytes: [UInt8], name: String, into samples: inout [Float]
  ) {
    var frames = 0
    let seconds = leastProcessorSeconds(of: name.hasPrefix("scale_") ? 3 : 100) {
      guard let pattern = AHAP.read(bytes, name: name).pattern else { return }
      let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
      var renderer = OfflineRenderer([schedule], settings: Measured.settings)
      let room = 2 * renderer.expectedFrames + 960_000
      if samples.count < room { samples = Array(repeating: 0, count: room) }
      frames = samples.withUnsafeMutableBufferPointer { renderer.render(into: $0) } / 2
    }
    let signal = Double(frames) / 48_000
    report.add(
      "render \(name)", signal / seconds, "× real time", reference: name == "curves_30s" ? 6000 : nil,
      lessIsBetter: false)
  }
}
