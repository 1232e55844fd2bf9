import Foundation
import TestSupport
import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFormats
import ThrumPattern
import ThrumRender

@testable import thrum

/// AHAP to `.haptic` and back, for the library's patterns and published ones.
@Suite struct ConvertRoundTripTests {
  private static func files(below folder: URL) -> [URL] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".ahap") }.sorted().map { folder.appendingPathComponent($0) }
  }

  private static let corpus = files(below: PackageFolder.corpus)

  private func timeline(_ patterns: [Pattern]) -> PatternTimeline {
    var timeline = PatternTimeline()
    for pattern in patterns { timeline.add(pattern, content: .hapticsOnly) }
    return timeline
  }

  private func check(_ file: URL) throws {
    let name = file.lastPathComponent
    guard let pattern = AHAP.read([UInt8](try Data(contentsOf: file)), name: name).pattern else { return }
    let before = timeline([pattern])
    guard before.duration <= 600 else { return }
    var maker = ClipMaker(before, [pattern], .endless)
    let written = try maker.clip().write()
    let document = HapticClip.read(written, name: name)
    #expect(document.diagnostics.isEmpty, "\(name): \(document.diagnostics)")
    let clip = try #require(document.clip)
    let after = timeline([clip.continuousPattern, clip.transientPattern].filter { !$0.entries.isEmpty })

    let hasHaptics = pattern.events.contains { $0.type.isHaptic }
    if hasHaptics, before.duration > 0, !before.holds.isEmpty {
      #expect(abs(after.duration - before.duration) < 1e-3, "\(name): \(before.duration) s, then \(after.duration) s")
    }
    for tap in before.taps where tap.intensity > 0 {
      let twin = after.taps.min { abs($0.time - tap.time) < abs($1.time - tap.time) }
      #expect(twin.map { abs($0.time - tap.time) <= 0.001 } == true, "\(name): the transient at \(tap.time) s")
      if let twin { #expect(twin.intensity >= tap.intensity - 0.01, "\(name): the transient at \(tap.time) s") }
    }
    var (kept, last) = (0, -1.0)
    for tap in before.taps where kept == 0 || tap.time - last >= 0.001 { (kept, last) = (kept + 1, tap.time) }
    #expect(maker.losses.contains { $0.contains("one pulse") } == (kept < before.taps.count), "\(name)")
    #expect(after.taps.count == kept, "\(name)")

    var worst = (time: 0.0, error: 0.0)
    var index = 0
    while Double(index) * 0.0037 < before.duration {
      let time = Double(index) * 0.0037
      index += 1
      // A pulse ducks the curve, a jump takes a moment, and a long event restarts every 30 s.
      let isNearby = before.taps.contains { abs($0.time - time) < 0.0025 }
      guard !isNearby, time.truncatingRemainder(dividingBy: 30) > 0.002 else { continue }
      func difference(_ time: Double) -> Double {
        abs(before.amplitude(at: time).squareRoot() - after.amplitude(at: time).squareRoot())
      }
      var error = difference(time)
      // Next to a jump, either side is fine.
      if error > 0.05 { error = min(error, difference(time - 1e-4), difference(time + 1e-4)) }
      if error > worst.error { worst = (time, error) }
    }
    #expect(worst.error <= 0.05, "\(name): \(worst.error) at \(worst.time) s")
  }

  @Test(arguments: files(below: PackageFolder.patterns))
  func `the library's patterns survive a round trip through clips`(_ file: URL) throws { try check(file) }

  @Test(.enabled(if: !corpus.isEmpty, "no corpus: set THRUM_CORPUS to its folder, or put it at ../shared/corpus"))
  func `published patterns survive a round trip through clips`() throws {
    for file in Self.corpus { try check(file) }
  }
}
