import Foundation
import Testing
import ThrumDevice

@testable import thrum

/// `thrum compare` without a terminal.
@Suite struct CompareTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func buzz(_ name: String, seconds: Double, intensity: Double) throws -> String {
    try folder.write(
      """
      {"Version": 1.0, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": \(seconds),
       "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": \(intensity)}]}}]}
      """, name)
  }

  @Test func `compare shows how unequal values differ, and lists equal ones by name only`() async throws {
    let (a, b) = (
      try buzz("a.ahap", seconds: 1, intensity: 1), try buzz("b.ahap", seconds: 1.5, intensity: 1)
    )
    let result = try await ThrumProcess.run(["compare", a, b])
    #expect(result.code == 0)
    #expect(result.text.contains("duration                 1.000     1.500     +0.500  s"))
    #expect(result.text.contains("the same: transients, continuous"))
    let same = try await ThrumProcess.run(["compare", a, a])
    #expect(same.text.contains("all numbers are the same"))
  }

  @Test func `the louder pattern is attenuated to match the other's loudest 50 ms`() async throws {
    let (a, b) = (
      try buzz("loud.ahap", seconds: 1, intensity: 1), try buzz("soft.ahap", seconds: 1, intensity: 0.5)
    )
    let result = try await ThrumProcess.run(["compare", "--json", a, b])
    let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(document["schema"] as? String == "thrum.compare/1")
    let gain = try #require(document["gainA"] as? Double)
    // Amplitude is intensity squared: a quarter.
    #expect(abs(gain + 12.04) < 0.2)
    #expect(document["gainB"] as? Double == 0)
  }

  @Test func `compare draws a picture of both patterns and rejects unknown formats`() async throws {
    let (a, b) = (
      try buzz("a.ahap", seconds: 1, intensity: 1), try buzz("b.ahap", seconds: 0.5, intensity: 1)
    )
    let picture = folder.path("both.svg")
    #expect(try await ThrumProcess.run(["compare", a, b, "--plot", picture]).code == 0)
    let text = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(text.contains("height=\"840"))
    #expect(try await ThrumProcess.run(["compare", a, b, "--plot", "both.jpg"]).code == 64)
    #expect(try await ThrumProcess.run(["compare", a, folder.path("none.ahap")]).code == 66)
  }

  @Test func `both pictures share one scale for the rendered waveform`() throws {
    let makers = try [1, 0.4].map { intensity in
      PlotMaker(
        request: PlotRequest(
          format: .svg, width: 800, height: 300, motor: RenderSettings(), monitor: nil, isDark: false, from: 0, to: 1),
        files: try PatternFile.readAll([try buzz("\(intensity).ahap", seconds: 1, intensity: intensity)]),
        work: .endless)
    }
    let canvas = try #require(Canvas(.svg, width: 800, height: 600))
    let waves = try PlotMaker.scenes(of: makers, on: canvas).map(\.wave)
    let loud = try #require(waves[0].summary?.peak)
    let soft = try #require(waves[1].summary?.peak)
    #expect(loud > 2 * soft)
    #expect(waves.map(\.peak) == [loud, loud])
  }
}
