import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern
import ThrumRender

/// A pattern that the host has opened: its text, its settings, and what was made of them.
final class OpenPattern {
  private(set) var pattern = OpenPattern.read(Array("{}".utf8), "pattern.ahap", Sounds())
  private var text: [UInt8] = []
  private var name = "pattern.ahap"
  private var settings = RenderSettings()
  private var signal = OfflineRenderer.Signal.monitor
  private let sounds = Sounds()
  /// Forgotten when the text, a sound or a setting changes.
  private var compiled: CompiledPattern?
  private var overview: WaveOverview?
  private var rendering: Rendering?

  private final class Rendering {
    var renderer: OfflineRenderer
    init(_ renderer: consuming OfflineRenderer) { self.renderer = renderer }
  }

  private final class Sounds {
    var frames: [String: SoundMemory] = [:]
    var states: [String: SoundState] = [:]
  }

  private static func read(_ text: [UInt8], _ name: String, _ sounds: Sounds) -> StudioPattern {
    StudioPattern(
      text, path: name, soundState: { sounds.states[$0] ?? .missing(hint: nil) }, sound: { sounds.frames[$0] })
  }

  func edit(_ text: [UInt8], name: String) {
    (self.text, self.name) = (text, name)
    pattern = OpenPattern.read(text, name, sounds)
    forget()
  }

  private func forget() { (compiled, overview, rendering) = (nil, nil, nil) }

  /// Adds a WAV, AIFF or CAF file under the name that the pattern gives it. Returns whether it can be read.
  func add(sound bytes: [UInt8], name: String) -> Bool {
    let file = ChunkedFile(bytes)
    // A browser's module reads uncompressed sounds only; what others hold is not known.
    sounds.states[name] = file.foreignContent.map { .unreadable(cause: "it is \($0.words)", remedy: $0.cure) } ?? .plays
    guard let sound = UncompressedSound(file) else { return false }
    do throws(SoundError) {
      sounds.frames[name] = try SoundMemory.decoded(sound, budget: .process, path: name)
      forget()
      return true
    } catch { return false }
  }

  /// Returns what is wrong with new settings, which then keep what they were.
  func set(_ settings: RenderSettings, _ signal: OfflineRenderer.Signal?) -> String? {
    if let problem = settings.problem { return problem }
    self.settings = settings
    if let signal { self.signal = signal }
    forget()
    return nil
  }

  var currentSettings: RenderSettings { settings }

  /// The pattern for the renderer, or `nil` if Core Haptics would reject the file.
  private func ready() -> CompiledPattern? {
    if compiled == nil { compiled = pattern.compile(sampleRate: settings.sampleRate) }
    return compiled
  }

  /// Begins to render at a time, for a length if there is one. Returns whether the pattern allows it.
  func begin(at seconds: Double, length: Double?, _ playback: OfflineRenderer.Playback) -> Bool {
    guard seconds >= 0, seconds < 1e9, let playable = pattern.playable else { return false }
    var ready = ready()
    if signal == .audio {
      var compiler = ScheduleCompiler(sampleRate: settings.sampleRate) { [sounds] in sounds.frames[$0] }
      compiler.audioOnly = true
      ready = compiler.compile(playable)
    }
    guard let ready else { return false }
    var settings = settings
    // As the command does.
    settings.entersMidEvent = seconds > 0
    rendering = Rendering(
      OfflineRenderer(
        [ready], settings: settings, signal: signal, startSeconds: seconds, lengthSeconds: length, playback: playback))
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

  private func outline(_ ready: CompiledPattern) -> WaveOverview {
    if let overview { return overview }
    let made = WaveOverview([ready], settings: settings, Work<Never>.endless)
    overview = made
    return made
  }

  func analysis(columns: Int) -> Analysis {
    Analysis(
      &pattern, sampleRate: settings.sampleRate, columns: columns, Work<Never>.endless,
      overview: { ready in
        compiled = ready
        return outline(ready)
      })
  }

  /// `nil` if the pattern cannot be played.
  func wave(from: Double, to: Double, columns: Int) -> WaveRange? {
    ready().map {
      WaveRange(
        $0, outline($0), settings: settings, from: from, to: to, columns: columns, Work<Never>.endless)
    }
  }

  /// How strong the sound is, or `nil` if the pattern cannot be played.
  func side() -> LevelMatch.Side? {
    ready().map { LevelMatch.Side(OfflineRenderer([$0], settings: settings), settings, Work<Never>.endless) }
  }
}
