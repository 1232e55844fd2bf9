import Foundation
import SoundTestSupport
import TestSupport
import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumOutput
import ThrumPattern

@testable import thrum

/// `thrum generate` on synthetic sounds.
@Suite struct GenerateTests {
  @Test(arguments: GenerationCase.all) func `a pattern made from a known sound meets the thresholds for that sound`(
    _ known: GenerationCase
  ) {
    let figure = known.measure()
    #expect(known.passes(figure), "\(known.name): \(figure)")
  }

  @Test func `white noise produces at most one tap`() {
    var hiss = SyntheticSound.tone(hertz: 100, seconds: 4) { _ in 0.1 }
    hiss.addNoise(snr: -20)
    #expect(hiss.pattern().taps.count <= 1)
  }

  @Test(arguments: [1.0, 100, 1_000, 8_000, 384_000], [1, 2, 50, 20_000])
  func `sounds with any sample rate and length become patterns`(rate: Double, frames: Int) throws {
    let samples = (0..<frames).map { Float($0 * 7_919 % 101) / 50 - 1 }
    let features = try #require(
      SoundFeatures(sampleRate: rate, band: SoundFeatures.wholeBand) { body throws(Never) in body(samples) })
    #expect(PatternGenerator(features).pattern().events.allSatisfy { $0.time <= Double(frames) / rate })
  }

  @Test func `options select which events are generated`() {
    let sound = SyntheticSound.drums(bpm: 120)
    #expect(sound.pattern { $0.hasContinuous = false }.events.allSatisfy { $0.type == .hapticTransient })
    #expect(sound.pattern { $0.hasTransients = false }.events.allSatisfy { $0.type == .hapticContinuous })
    #expect(sound.pattern { $0.mostEvents = 5 }.events.count == 5)
    #expect(sound.pattern { $0.soundPath = "drums.wav" }.events.first?.waveformPath == "drums.wav")
    #expect(sound.pattern() == sound.pattern())
    let long = SyntheticSound.tone(hertz: 120, seconds: 65) { 0.3 + 0.2 * sin($0) }
    for made in [sound, long] {
      let findings = Linter.whole.lint(AHAP.read(AHAP.write(made.pattern()), name: "made.ahap"))
      #expect(!findings.contains { $0.severity != .note }, "\(findings)")
    }
    #expect(long.pattern().events.allSatisfy { ($0.duration ?? 0) <= 30 })
  }

  @Test func `gain, resolution and sharpness shape what is generated`() throws {
    let sound = SyntheticSound.tone(hertz: 120, seconds: 4) { 0.3 + 0.25 * sin(9 * $0) }
    let usual = sound.pattern()
    #expect(sound.pattern { $0.gain = 0 } == usual)
    /// The strongest value below 1, to which controls return after an event.
    func strongest(_ pattern: Pattern) -> Double {
      pattern.curves.filter { $0.id == .hapticIntensityControl }.flatMap(\.points).map(\.value).filter { $0 < 1 }.max()
        ?? 0
    }
    func points(_ pattern: Pattern) -> Int { pattern.curves.reduce(0) { $0 + $1.points.count } }
    // Half the amplitude, and intensity is its root.
    #expect(abs(strongest(sound.pattern { $0.gain = -12.0412 }) / strongest(usual) - 0.5) < 0.01)
    let counts = [0, 0.5, 1].map { resolution in points(sound.pattern { $0.resolution = resolution }) }
    #expect(Double(counts[0]) < 0.8 * Double(counts[1]) && counts[1] < counts[2], "\(counts)")
    let drums = SyntheticSound.drums(bpm: 120).pattern { $0.sharpness = 0.4...0.6 }
    let sharp = drums.taps.map { $0.value(of: .hapticSharpness) }
    #expect(!sharp.isEmpty && sharp.allSatisfy { (0.4...0.6).contains($0) } && Set(sharp).count > 1)
  }

  @Test(arguments: [["--gain=30"], ["--resolution", "2"], ["--sharpness", "0.7-0.2"], ["--sharpness", "0.5"]])
  func `values that no pattern can have are refused`(_ options: [String]) async throws {
    let result = try await ThrumProcess.run(["generate", "x.wav", "-o", "x.ahap"] + options)
    #expect(result.code == 64, "\(result.messages)")
  }

  @Test func `a pattern passed in place of a sound is rejected with a message that says so`() async throws {
    let folder = try TemporaryFolder()
    let pattern = folder.path("tap.ahap")
    try #"{"Version": 1, "Pattern": []}"#.write(toFile: pattern, atomically: true, encoding: .utf8)
    let result = try await ThrumProcess.run(["generate", pattern, "-o", folder.path("x.ahap")])
    #expect(result.code == 65 && result.messages.contains("is a pattern; give a sound"), "\(result.messages)")
  }

  @Test func `a recording of dither becomes an empty pattern, and a message says so`() async throws {
    let folder = try TemporaryFolder()
    let writer = try WAVWriter(path: folder.path("d.wav"), sampleRate: 44_100, channels: 1, format: .float32)
    try SyntheticSound.dither(seconds: 2).samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    let result = try await ThrumProcess.run(["generate", folder.path("d.wav"), "-o", folder.path("d.ahap")])
    #expect(result.code == 0 && result.messages.contains("nothing in the sound reaches -70 dBFS"), "\(result.messages)")
    let text = try String(contentsOfFile: folder.path("d.ahap"), encoding: .utf8)
    #expect(text.contains("Description") && !text.contains("EventType"))
  }

  @Test func `a constant becomes an empty pattern, opposite channels do not, and messages say why`() async throws {
    let folder = try TemporaryFolder()
    let beats = SyntheticSound.heartbeat().samples
    let constants = [Float](repeating: 0.5, count: 2 * beats.count)
    let sounds: [(name: String, samples: [Float])] = [
      ("constant", constants), ("opposite", beats.flatMap { [$0, -$0] }),
    ]
    for (name, samples) in sounds {
      let writer = try WAVWriter(path: folder.path("\(name).wav"), sampleRate: 44_100, channels: 2, format: .float32)
      try samples.withUnsafeBufferPointer { try writer.write($0) }
      try writer.finish()
    }
    let constant = try await ThrumProcess.run(["generate", folder.path("constant.wav"), "-o", folder.path("c.ahap")])
    #expect(constant.code == 0 && constant.messages.contains("holds a constant of 50.0 %"), "\(constant.messages)")
    let opposite = try await ThrumProcess.run(["generate", folder.path("opposite.wav"), "-o", folder.path("o.ahap")])
    #expect(opposite.code == 0 && opposite.messages.contains("14 transients"), "\(opposite.messages)")
    #expect(opposite.messages.contains("channel 2 is inverted"), "\(opposite.messages)")
  }

  @Test func `an output name without .ahap is rejected, and an existing file stays unchanged`() async throws {
    let folder = try TemporaryFolder()
    for name in ["notes.txt", "song.wav", "clip.haptic", "page.JSON"] {
      try "mine".write(toFile: folder.path(name), atomically: true, encoding: .utf8)
      let result = try await ThrumProcess.run(["generate", folder.path("a.wav"), "-o", folder.path(name)])
      #expect(result.code == 64 && result.messages.contains("generate writes AHAP"), "\(result.messages)")
      #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == "mine")
    }
  }

  @Test func `generate writes a pattern for each sound`() async throws {
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
    let twice = try await ThrumProcess.run(
      ["generate", folder.path("a.wav"), folder.path("out/../a.wav"), "-o", folder.path("none")])
    #expect(twice.code == 64 && twice.messages.contains("would both become"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    let clip = try await ThrumProcess.run(["generate", folder.path("a.wav"), "-o", folder.path("a.haptic")])
    #expect(clip.code == 64 && clip.messages.contains("generate writes AHAP"))
    let text = try folder.write("no sound", "x.wav")
    #expect(try await ThrumProcess.run(["generate", text, "-o", folder.path("x.ahap")]).code == 65)
    #expect(try await ThrumProcess.run(["generate", folder.path("gone.wav"), "-o", folder.path("x.ahap")]).code == 66)
  }

  /// Music in front, four thuds behind, as a DualSense is captured.
  private func capture() throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    var samples: [Float] = []
    var noise = SplitMix64(seed: 4)
    for frame in 0..<96_000 {
      let time = Double(frame) / 48_000
      let music = Float(0.3 * noise.number(-1...1))
      let since = (time - 0.1).truncatingRemainder(dividingBy: 0.5)
      let thud = time < 0.1 ? 0 : Float(0.8 * exp(-since / 0.03) * sin(2 * Double.pi * 90 * since))
      samples += [music, music, thud, thud]
    }
    let writer = try WAVWriter(path: folder.path("pad.wav"), sampleRate: 48_000, channels: 4, format: .float32)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    return (folder, folder.path("pad.wav"))
  }

  @Test func `channels that only a motor plays are noticed, and can be used alone`() async throws {
    let (folder, path) = try capture()
    let mixed = try await ThrumProcess.run(["generate", path, "-o", folder.path("mixed.ahap")])
    #expect(mixed.code == 0 && mixed.messages.contains("--channels 3,4"), "\(mixed.messages)")
    let rear = try await ThrumProcess.run(["generate", path, "-o", folder.path("rear.ahap"), "--channels", "3,4"])
    #expect(rear.code == 0 && rear.messages.contains("4 transients"), "\(rear.messages)")
    #expect(!rear.messages.contains("--channels"))
    let none = try await ThrumProcess.run(["generate", path, "-o", folder.path("x.ahap"), "--channels", "5"])
    #expect(none.code == 64 && none.messages.contains("there is no channel 5: the sound has 4 channels"))
    for words in ["0", "3,", "a", "3,3"] {
      let bad = try await ThrumProcess.run(["generate", path, "-o", folder.path("x.ahap"), "--channels", words])
      #expect(bad.code == 64, "\(words)")
    }
  }
}
