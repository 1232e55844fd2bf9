import Foundation
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

/// Real files: parsing, and rendering from bytes to samples in memory.
enum FileBenchmarks {
  /// With several rounds, a machine that is slow for some seconds slows one round of each file, not all rounds of one.
  private static let rounds = 4

  /// Measures every `*.ahap` of the folders.
  static func run(_ report: inout Report, folders: [URL]) throws {
    let files = try patterns(in: folders).map { file in
      BenchedFile(
        name: file.deletingPathExtension().lastPathComponent, bytes: [UInt8](try Data(contentsOf: file)))
    }
    // One buffer for all files: its pages are allocated once, and no file pays for them.
    var samples: [Float] = []
    var least = [BenchedFile.Seconds](repeating: .init(), count: files.count)
    for _ in 0..<rounds {
      for (index, file) in files.enumerated() { least[index] = least[index].least(file.measure(into: &samples)) }
    }
    for (file, seconds) in zip(files, least) { file.add(seconds, to: &report) }
  }

  /// Every `*.ahap` of the folders, sorted by name.
  static func patterns(in folders: [URL]) throws -> [URL] {
    try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "ahap" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }
}

/// A file and its measurements.
private struct BenchedFile {
  let name: String
  let bytes: [UInt8]

  /// Times; infinite if not measured.
  struct Seconds {
    var parse = Double.infinity
    var lint = Double.infinity
    var render = Double.infinity
    var signal = 0.0

    func least(_ other: Seconds) -> Seconds {
      Seconds(
        parse: min(parse, other.parse), lint: min(lint, other.lint), render: min(render, other.render),
        signal: other.signal)
    }
  }

  private var isLarge: Bool { bytes.count > 1_000_000 }

  func measure(into samples: inout [Float]) -> Seconds {
    var seconds = Seconds()
    if isLarge {
      seconds.parse = leastProcessorSeconds(of: 3) {
        let document = AHAP.read(bytes, name: name)
        precondition(document.pattern != nil, "\(name) must be readable")
      }
      seconds.lint = leastProcessorSeconds(of: 2) {
        precondition(Linter().lint(AHAP.read(bytes, name: name)).count >= 0)
      }
    }
    if !name.hasPrefix("parse_") { render(&seconds, into: &samples) }
    return seconds
  }

  /// From the file's bytes to the samples of its WAV.
  private func render(_ seconds: inout Seconds, into samples: inout [Float]) {
    var frames = 0
    seconds.render = leastProcessorSeconds(of: name.hasPrefix("scale_") ? 1 : 30) {
      guard let pattern = AHAP.read(bytes, name: name).pattern else { return }
      let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
      var renderer = OfflineRenderer([schedule], settings: Measured.settings)
      let room = 2 * renderer.expectedFrames + 960_000
      if samples.count < room { samples = Array(repeating: 0, count: room) }
      frames = samples.withUnsafeMutableBufferPointer { renderer.render(into: $0) } / 2
    }
    seconds.signal = Double(frames) / 48_000
  }

  func add(_ seconds: Seconds, to report: inout Report) {
    let megabytes = Double(bytes.count) / 1e6
    if isLarge {
      report.add("parse \(name)", megabytes / seconds.parse, "MB/s", reference: 200, lessIsBetter: false)
      report.add("lint \(name)", megabytes / seconds.lint, "MB/s", reference: 100, lessIsBetter: false)
    }
    guard seconds.signal > 0 else { return }
    report.add(
      "render \(name)", seconds.signal / seconds.render, "× real time",
      reference: name == "curves_30s" ? 6000 : nil, lessIsBetter: false)
  }
}
