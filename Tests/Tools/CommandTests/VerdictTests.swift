import Foundation
import TestSupport
import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

@testable import thrum

/// `lint`, `info` and `render` compared on files that are almost valid. `THRUM_SEEDS` is the number of files.
@Suite struct VerdictTests {
  private static let patterns = PackageFolder.patterns

  private static let library: [[UInt8]] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: patterns.path)) ?? []
    return names.filter { $0.hasSuffix(".ahap") }.sorted().compactMap {
      (try? Data(contentsOf: patterns.appendingPathComponent($0))).map { [UInt8]($0) }
    }
  }()

  private static let seeds = ProcessInfo.processInfo.environment["THRUM_SEEDS"].flatMap(Int.init) ?? 200

  @Test(arguments: 0..<8)
  func `lint, info and render accept and reject the same files, and agree on their lengths`(part: Int) throws {
    try #require(!VerdictTests.library.isEmpty)
    var accepted = 0
    for seed in stride(from: part, to: VerdictTests.seeds, by: 8) {
      var mutator = DocumentMutator(seed: UInt64(seed))
      let bytes = mutator.document(VerdictTests.library)
      let verdict = try Verdict(bytes, in: VerdictTests.patterns.path)
      #expect(
        verdict.problem == nil, "seed \(seed): \(verdict.problem ?? "") \(String(decoding: bytes, as: UTF8.self))")
      if verdict.isAccepted { accepted += 1 }
    }
    #expect(accepted > VerdictTests.seeds / 40, "most files are refused: nothing is compared")
  }

  @Test(arguments: [
    (#"{"Event":{"Time":0,"EventType":"AudioCustom","EventWaveformPath":""}}"#, false),
    (#"{"Event":{"Time":0,"EventType":"AudioCustom"}}"#, false),
    (#"{"Event":{"Time":0,"EventType":"AudioCustom","EventWaveformPath":"gone.wav"}}"#, true),
  ])
  func `every command rejects a sound without a path, and accepts a missing sound`(entry: String, isAccepted: Bool)
    throws
  {
    let verdict = try Verdict(Array("{\"Version\":1,\"Pattern\":[\(entry)]}".utf8), in: "/nowhere")
    #expect(verdict.problem == nil)
    #expect(verdict.isAccepted == isAccepted)
  }
}

/// The commands' verdicts on a file.
private struct Verdict {
  let isAccepted: Bool
  /// How the verdicts differ, if they do.
  var problem: String?

  init(_ bytes: [UInt8], in folder: String) throws {
    let path = folder + "/mutated.ahap"
    guard let files = try? PatternFile.understand(bytes, path: path, name: path) else {
      isAccepted = false
      return
    }
    let isRefused = LintResult.findings(in: files[0].document, sound: files[0].soundState).contains {
      $0.severity == .error
    }
    isAccepted = !isRefused
    if let document = files[0].document.ahap, ((try? document.playable()) == nil) != isRefused {
      problem = "the library differs from lint"
    }
    for file in files {
      let info = try? PatternInfo.examine(file, say: { _ in })
      if (info == nil) != isRefused { problem = "info differs from lint, which \(isRefused ? "refuses" : "accepts")" }
      // Patterns that are too long are not rendered by info and may not fit into a WAV file.
      if let (info, _) = info, info.levels == nil { continue }
      let rendered = try VerdictTests.render(file)
      if (rendered == nil) != isRefused {
        problem = "render differs from lint, which \(isRefused ? "refuses" : "accepts")"
      }
      guard let (info, timeline) = info, let rendered else { continue }
      let frames = info.endSeconds * 48_000
      if abs(frames - Double(rendered)) > Double(quantumFrames) {
        problem = "info says \(info.endSeconds) s, render writes \(Double(rendered) / 48_000) s"
      }
      let ring = 0.5
      if Double(rendered) / 48_000 > timeline.end + ring {
        problem = "the timeline ends at \(timeline.end) s, render at \(Double(rendered) / 48_000) s"
      }
    }
  }
}

extension VerdictTests {
  /// Frames that `render` writes, `nil` if it refuses the file.
  fileprivate static func render(_ file: PatternFile) throws -> Int? {
    let command = try #require(try Thrum.parseAsRoot(["render", file.path, "-o", "-"]) as? Render)
    let settings = try command.sound.settings(sampleRate: Double(command.sampleRate))
    do {
      return VerdictTests.frames(try command.makeRenderer([file], settings, file.name) { _ in })
    } catch {
      return nil
    }
  }

  /// Renders as `render` does and counts the frames.
  private static func frames(_ prepared: consuming OfflineRenderer) -> Int {
    var renderer = prepared
    var samples = [Float](repeating: 0, count: max(1 << 16, renderer.leastRoom))
    var frames = 0
    while !renderer.isOver {
      frames +=
        samples.withUnsafeMutableBufferPointer { renderer.render(into: $0) } / OfflineRenderer.Signal.monitor.channels
    }
    return frames
  }
}
