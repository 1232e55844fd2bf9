import Foundation
import Testing
import ThrumAnalysis
import ThrumFormats
import ThrumPattern

/// `thrum convert` to Android's formats.
@Suite struct AndroidConvertTests {
  private func clip(_ amplitude: [(Double, Double)], pulses: [(Double, Double, Double)] = []) -> HapticClip {
    var points = amplitude.map { HapticClip.AmplitudePoint(time: $0.0, amplitude: $0.1) }
    for pulse in pulses {
      points.append(
        HapticClip.AmplitudePoint(
          time: pulse.0, amplitude: 0, emphasis: HapticClip.Emphasis(amplitude: pulse.1, frequency: pulse.2)))
    }
    return HapticClip(amplitude: points.sorted { $0.time < $1.time })
  }

  private func made(_ clip: HapticClip, _ kind: VibrationEffect.Kind, points: Int = 16) throws -> (
    VibrationSequence, [String]
  ) {
    var maker = VibrationMaker(clip, .endless)
    maker.points = points
    return (try maker.sequence(kind), maker.losses)
  }

  @Test func `a tap becomes a short step, and a hold becomes a long one`() throws {
    let (sequence, losses) = try made(
      clip([(0.1, 0), (0.1, 0.25), (0.3, 0.25), (0.3, 0)], pulses: [(0, 1, 1), (0.4, 0.5, 0)]), .waveform)
    #expect(
      sequence.parts[0].effect
        == .waveform(
          .init(steps: [
            .init(milliseconds: 10, amplitude: 255), .init(milliseconds: 90, amplitude: 0),
            .init(milliseconds: 200, amplitude: 64), .init(milliseconds: 100, amplitude: 0),
            .init(milliseconds: 20, amplitude: 128),
          ])))
    #expect(losses.count == 1 && losses[0].contains("frequency"))
  }

  @Test(arguments: [VibrationEffect.Kind.envelope, .basicEnvelope, .waveform])
  func `events that are too weak for an effect are listed as lost`(kind: VibrationEffect.Kind) throws {
    let weak = 0.0012
    func hold(_ begin: Double, _ amplitude: Double) -> [(Double, Double)] {
      [(begin, 0), (begin, amplitude), (begin + 0.3, amplitude), (begin + 0.3, 0)]
    }
    let (_, losses) = try made(
      clip(hold(0, 0.5) + hold(1, weak) + hold(2, weak), pulses: [(3, 1e-8, 0.5), (4, 1, 0.5)]), kind)
    #expect(losses.contains("3 events too weak for the effect, at 1.00, 2.00, 3.00 s: left out"), "\(losses)")
    let (_, others) = try made(clip(hold(0, 0.5) + hold(1, 0.005)), kind)
    #expect(!others.contains { $0.contains("too weak") }, "\(others)")
  }

  @Test func `a ramp becomes small rising steps`() throws {
    let (sequence, _) = try made(clip([(0, 0), (0.5, 1)]), .waveform)
    guard case .waveform(let waveform) = sequence.parts[0].effect else { throw CancellationError() }
    #expect(waveform.steps.count == 50 && waveform.steps.allSatisfy { $0.milliseconds == 10 })
    let amplitudes = waveform.steps.compactMap(\.amplitude)
    #expect(amplitudes == amplitudes.sorted() && amplitudes.last ?? 0 >= 250)
  }

  @Test func `an envelope stays within the platform's limits`() throws {
    // Twenty taps, a tenth of a second apart, over a swell: more than one effect can hold.
    let taps = (0..<20).map { (Double($0) * 0.1, 1.0, 0.5) }
    for kind in [VibrationEffect.Kind.envelope, .basicEnvelope] {
      let (sequence, losses) = try made(clip([(0, 0), (2, 0)], pulses: taps), kind)
      #expect(sequence.parts.count > 1 && losses.contains { $0.contains("in sequence") })
      for part in sequence.parts {
        let lines: [(Double, Int)] =
          switch part.effect {
          case .envelope(let envelope): envelope.points.map { ($0.amplitude, $0.milliseconds) }
          case .basicEnvelope(let envelope): envelope.points.map { ($0.intensity, $0.milliseconds) }
          default: []
          }
        #expect((1...16).contains(lines.count) && lines.last?.0 == 0)
        #expect(lines.allSatisfy { (20...1_000).contains($0.1) })
      }
      let more = try made(clip([(0, 0), (2, 0)], pulses: taps), kind, points: 200).0
      #expect(more.parts.count == 1)
      let peaks: [Double] =
        switch more.parts[0].effect {
        case .envelope(let envelope): envelope.points.map { $0.amplitude }.filter { $0 > 0 }
        case .basicEnvelope(let envelope): envelope.points.map { $0.intensity }.filter { $0 > 0 }
        default: []
        }
      // Equal taps stay equal.
      #expect(peaks.count == 20 && Set(peaks).count == 1 && peaks[0] > 0.9, "\(peaks)")
    }
  }

  @Test func `a clip that an effect cannot represent is rejected`() {
    let wild = (0...400).map { (Double($0) * 0.05, $0 % 2 == 0 ? 0.1 : 1.0) }
    #expect(throws: PatternWriter.WriteError.self) { try made(clip(wild), .envelope) }
    #expect(throws: PatternWriter.WriteError.self) { try made(clip([(0, 0), (1, 0)]), .waveform) }
    #expect(throws: PatternWriter.WriteError.self) { try made(clip([(0, 1), (1, 1)]), .primitives) }
  }

  @Test func `convert writes every Android format and reads the XML back`() async throws {
    let folder = try TemporaryFolder()
    let pattern = try folder.write(
      """
      {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "EventParameters": []}},
        {"Event": {"Time": 0.2, "EventType": "HapticContinuous", "EventDuration": 0.3, "EventParameters": []}}]}
      """, "a.ahap")
    for (name, kind) in [
      ("a.xml", "waveform"), ("b.json", "envelope"), ("c.kt", "basic-envelope"), ("d.XML", "primitives"),
    ] {
      let result = try await ThrumProcess.run(["convert", pattern, folder.path(name), "--to", kind])
      #expect(result.code == 0 && result.messages.contains("lost: "), "\(result.messages)")
    }
    let back = try await ThrumProcess.run(["convert", folder.path("a.xml"), folder.path("back.ahap"), "--merge"])
    #expect(back.code == 0)
    let events = AHAP.read(Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("back.ahap")))), name: "b")
      .pattern?.events
    #expect(events?.contains { $0.type == .hapticTransient } == true)
    #expect(try await ThrumProcess.run(["lint", folder.path("b.json")]).code == 0)
    #expect(try await ThrumProcess.run(["convert", pattern, folder.path("a.haptic"), "--to", "waveform"]).code == 64)
    #expect(try await ThrumProcess.run(["convert", pattern, folder.path("a.xml"), "--to", "song"]).code == 64)
    // No kind changes this noticeably, so the newest is taken.
    let hold = try folder.write(
      """
      {"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 0.3, "EventParameters": []}}]}
      """, "hold.ahap")
    for (level, builder) in [
      ("37.2", "VibrationEffect.Builder()"), ("36.1", "BasicEnvelopeBuilder"), ("30", "createWaveform"),
    ] {
      let made = try await ThrumProcess.run(["convert", hold, folder.path("l.kt"), "--api-level", level])
      let text = try String(contentsOfFile: folder.path("l.kt"), encoding: .utf8)
      #expect(made.code == 0 && text.contains(builder), "\(level): \(made.messages)")
    }
    for options in [["--api-level", "20"], ["--api-level", "36", "--to", "waveform"]] {
      #expect(try await ThrumProcess.run(["convert", pattern, folder.path("l.kt")] + options).code == 64)
    }
    for (kind, points) in [("envelope", "2"), ("waveform", "32")] {
      let refused = try await ThrumProcess.run(
        ["convert", pattern, folder.path("e.json"), "--to", kind, "--points", points])
      #expect(refused.code == 64 && refused.messages.contains("--points"), "\(refused.messages)")
    }
  }
}
