import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern
import ThrumRender

/// A pattern that the host has opened: its text, its settings, and a rendering under way.
final class OpenPattern {
  private(set) var document = AHAP.read(Array("{}".utf8), name: "pattern.ahap")
  var settings = RenderSettings()
  var signal = OfflineRenderer.Signal.monitor
  private var sounds: [String: SoundMemory] = [:]
  private var rendering: Rendering?

  private final class Rendering {
    var renderer: OfflineRenderer
    init(_ renderer: consuming OfflineRenderer) { self.renderer = renderer }
  }

  func edit(_ text: [UInt8], name: String) {
    document = AHAP.read(text, name: name)
    rendering = nil
  }

  /// Adds a WAV, AIFF or CAF file under the name that the pattern gives it. Returns whether it can be read.
  func add(sound bytes: [UInt8], name: String) -> Bool {
    guard let sound = UncompressedSound(ChunkedFile(bytes)) else { return false }
    do throws(SoundError) {
      sounds[name] = try SoundMemory.decoded(sound, budget: .process, path: name)
      return true
    } catch { return false }
  }

  var findings: [Diagnostic] { Linter.whole.lint(document) { self.sounds[$0] != nil } }

  /// The pattern, unless Core Haptics would reject the file.
  var playable: Pattern? {
    document.diagnostics.contains { $0.severity == .error } ? nil : document.pattern
  }

  /// Begins to render at a time. Returns whether the pattern and its settings allow it.
  func begin(at seconds: Double) -> Bool {
    guard let pattern = playable, settings.problem == nil, seconds >= 0, seconds < 1e9 else { return false }
    var compiler = ScheduleCompiler(sampleRate: settings.sampleRate) { [sounds] in sounds[$0] }
    compiler.audioOnly = signal == .audio
    rendering = Rendering(
      OfflineRenderer([compiler.compile(pattern)], settings: settings, signal: signal, startSeconds: seconds))
    return true
  }

  /// Answers with the next block of interleaved samples. Returns their number, 0 at the end.
  func next() -> Int {
    guard let rendering else { return 0 }
    var filled = 0
    while filled == 0, !rendering.renderer.isOver {
      _ = rendering.renderer.renderNext { samples in
        let room = Answer.floats(filled + samples.count)
        for index in samples.indices { room[filled + index] = OpenPattern.flushed(samples[index]) }
        filled += samples.count
      }
    }
    return filled
  }

  /// A processor that renders natively flushes denormals to zero, which WebAssembly cannot.
  private static func flushed(_ sample: Float) -> Float {
    sample.isSubnormal ? Float(sign: sample.sign, exponent: 0, significand: 0) : sample
  }

  func verdicts(on motor: FeelMotor) -> FeelReport {
    var analyses = [FeelAnalysis(motor)]
    return FeelReport(
      PatternGroup(document.pattern ?? Pattern(entries: [])), path: document.name, on: &analyses, Work<Never>.endless)
  }
}
