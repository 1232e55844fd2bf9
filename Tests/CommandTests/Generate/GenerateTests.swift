import Foundation
import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern

@testable import thrum

/// What `thrum generate` makes of sounds that are known.
@Suite struct GenerateTests {
  private static func features(_ sound: SyntheticSound, band: ClosedRange<Double> = 20...16_000) -> SoundFeatures {
    let peak = sound.samples.reduce(0) { max($0, abs($1)) }
    var analyser = SoundAnalyser(sampleRate: SyntheticSound.rate, peak: peak, band: band)
    for start in stride(from: 0, to: sound.samples.count, by: 7_000) {
      analyser.add(sound.samples[start..<min(sound.samples.count, start + 7_000)])
    }
    analyser.finish()
    return analyser.features
  }

  private static func pattern(_ sound: SyntheticSound, _ change: (inout PatternGenerator.Options) -> Void = { _ in })
    -> Pattern
  {
    var options = PatternGenerator.Options()
    change(&options)
    return PatternGenerator(features(sound), options).pattern()
  }

  private static func taps(_ pattern: Pattern) -> [Event] { pattern.events.filter { $0.type == .hapticTransient } }

  @Test(arguments: [60.0, 90, 120, 160, 200, 240]) func `the beats of drums are found`(_ bpm: Double) {
    let sound = SyntheticSound.drums(bpm: bpm)
    let score = onsetScore(Self.taps(Self.pattern(sound)).map(\.time), sound.onsets)
    #expect(score >= 0.95, "\(bpm) bpm: \(score)")
  }

  @Test(arguments: [60.0, 120, 240]) func `and under chords, and in noise`(_ bpm: Double) {
    var chords = SyntheticSound.drums(bpm: bpm)
    chords.addChords()
    let musical = onsetScore(Self.taps(Self.pattern(chords)).map(\.time), chords.onsets)
    #expect(musical >= 0.95, "\(bpm) bpm under chords: \(musical)")
    var noisy = SyntheticSound.drums(bpm: bpm)
    noisy.addNoise(snr: 10)
    let rough = onsetScore(Self.taps(Self.pattern(noisy)).map(\.time), noisy.onsets)
    #expect(rough >= 0.9, "\(bpm) bpm in noise: \(rough)")
  }

  @Test func `most notes that swell in 30 ms are found, and no tremolo`() {
    var notes = SyntheticSound(seconds: 7)
    notes.addNotes()
    let score = onsetScore(Self.taps(Self.pattern(notes)).map(\.time), notes.onsets)
    // Of a low tone under the end of a higher one too little is new: three of fifteen are missed.
    #expect(score >= 0.85, "\(score) \(Self.taps(Self.pattern(notes)).map(\.time))")
    for depth in [0.2, 0.4] {
      let tremolo = SyntheticSound.tone(hertz: 300, seconds: 4) {
        0.5 * (1 - depth + depth * sin(2 * .pi * 4 * $0)) * min(1, $0 / 0.5)
      }
      #expect(Self.taps(Self.pattern(tremolo)).isEmpty, "\(depth)")
    }
  }

  @Test func `silence, steady tones, noise and slow swells have no transients`() {
    let silence = SyntheticSound(seconds: 3)
    #expect(Self.pattern(silence).events.isEmpty)
    for hertz in [50.0, 440, 3_000] {
      let steady = Self.taps(Self.pattern(.tone(hertz: hertz, seconds: 4) { min(1, $0 / 0.5) * 0.5 }))
      #expect(steady.isEmpty, "\(hertz) Hz: \(steady.map(\.time))")
    }
    var hiss = SyntheticSound.tone(hertz: 100, seconds: 4) { _ in 0.1 }
    hiss.addNoise(snr: -20)
    #expect(Self.taps(Self.pattern(hiss)).count <= 1)
    #expect(Self.taps(Self.pattern(.tone(hertz: 200, seconds: 4) { $0 / 4 })).isEmpty)
  }

  @Test func `what is felt follows what is heard`() throws {
    let sound = SyntheticSound.tone(hertz: 300, seconds: 6) { time in
      0.5 * (0.5 - 0.5 * cos(2 * .pi * time / 1.5)) * (time < 3 ? 1 : 0.5) + 0.001
    }
    let pattern = Self.pattern(sound) { $0.hasTransients = false }
    var renderer = OfflineRenderer([pattern], settings: RenderSettings(), signal: .acceleration)
    var felt: [Float] = []
    while renderer.renderNext({ felt += $0 }) {}
    func envelope(_ samples: [Float], _ rate: Double) -> [Double] {
      let width = Int(rate * 0.02)
      return (0..<Int(6 / 0.02)).map { block in
        let part = samples.dropFirst(block * width).prefix(width)
        return part.isEmpty ? 0 : (part.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)).squareRoot()
      }
    }
    #expect(correlation(envelope(felt, 48_000), envelope(sound.samples, SyntheticSound.rate)) >= 0.9)
    #expect(pattern.curves.allSatisfy { $0.points.count <= 16 })
  }

  private func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    var (product, squareA, squareB) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      product += (x - meanA) * (y - meanB)
      squareA += (x - meanA) * (x - meanA)
      squareB += (y - meanB) * (y - meanB)
    }
    return product / (squareA * squareB).squareRoot()
  }

  @Test func `sharpness rises with the spectrum`() {
    let sharpness = [80.0, 160, 400, 1_000, 2_500].map { hertz -> Double in
      let sound = SyntheticSound.tone(hertz: hertz, seconds: 1) { time in time < 0.3 ? 0 : exp(-(time - 0.3) * 20) }
      return Self.taps(Self.pattern(sound)).first?.value(of: .hapticSharpness) ?? -1
    }
    #expect(sharpness == sharpness.sorted() && sharpness[0] >= 0 && sharpness[4] > sharpness[0] + 0.4, "\(sharpness)")
  }

  @Test func `options choose what is made`() {
    let sound = SyntheticSound.drums(bpm: 120)
    #expect(Self.pattern(sound) { $0.hasContinuous = false }.events.allSatisfy { $0.type == .hapticTransient })
    #expect(Self.pattern(sound) { $0.hasTransients = false }.events.allSatisfy { $0.type == .hapticContinuous })
    #expect(Self.pattern(sound) { $0.mostEvents = 5 }.events.count == 5)
    #expect(Self.pattern(sound) { $0.soundPath = "drums.wav" }.events.first?.waveformPath == "drums.wav")
    #expect(Self.pattern(sound) == Self.pattern(sound))
    let long = SyntheticSound.tone(hertz: 120, seconds: 65) { 0.3 + 0.2 * sin($0) }
    for made in [sound, long] {
      let findings = Linter.whole.lint(AHAP.read(AHAP.write(Self.pattern(made)), name: "made.ahap"))
      #expect(!findings.contains { $0.severity != .note }, "\(findings)")
    }
    #expect(Self.pattern(long).events.allSatisfy { ($0.duration ?? 0) <= 30 })
  }

  @Test func `the command writes a pattern for each sound`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      let writer = try WAVWriter(path: folder.path("\(name).wav"), sampleRate: 44_100, channels: 1, format: .float32)
      try SyntheticSound.drums(bpm: 120, seconds: 2).samples.withUnsafeBufferPointer { try writer.write($0) }
      try writer.finish()
    }
    let one = try await ThrumProcess.run(["generate", folder.path("a.wav"), "-o", folder.path("a.ahap")])
    #expect(one.code == 0 && one.messages.contains("transients"), "\(one.messages)")
    #expect(try await ThrumProcess.run(["lint", folder.path("a.ahap")]).code == 0)
    let both = try await ThrumProcess.run(
      ["generate", folder.path("a.wav"), folder.path("b.wav"), "-o", folder.path("out")])
    #expect(both.code == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("out/a.ahap")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("a.ahap"))))
    let text = try folder.write("no sound", "x.wav")
    #expect(try await ThrumProcess.run(["generate", text, "-o", folder.path("x.ahap")]).code == 65)
    #expect(try await ThrumProcess.run(["generate", folder.path("gone.wav"), "-o", folder.path("x.ahap")]).code == 66)
  }
}
