import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern
import ThrumRender

/// A pattern that the host has opened: its text, its settings, and what was made of them.
final class OpenPattern {
  private(set) var pattern: StudioPattern
  private var name = "pattern.ahap"
  private(set) var settings = SoundSettings()
  private var signal = OfflineRenderer.Signal.monitor
  let sounds: GivenSounds
  /// Forgotten when the text, a sound or a setting changes.
  private var compiled: CompiledPattern?
  private var rendering: Rendering?

  private final class Rendering {
    var renderer: OfflineRenderer
    init(_ renderer: consuming OfflineRenderer) { self.renderer = renderer }
  }

  init() {
    let sounds = GivenSounds()
    self.sounds = sounds
    pattern = StudioPattern(Array("{}".utf8), path: name, sounds: sounds.asked)
  }

  func edit(_ text: [UInt8], name: String) {
    self.name = name
    pattern = StudioPattern(text, path: name, sounds: sounds.asked)
    forget()
  }

  private func forget() { (compiled, rendering) = (nil, nil) }

  /// Adds a WAV, AIFF or CAF file under the name that the pattern gives it. Returns whether it can be read.
  func add(sound bytes: [UInt8], name: String) -> Bool {
    let canBeRead = sounds.add(bytes, name: name)
    if canBeRead { forget() }
    return canBeRead
  }

  func set(_ settings: SoundSettings, _ signal: OfflineRenderer.Signal?) {
    self.settings = settings
    if let signal { self.signal = signal }
    forget()
  }

  /// The pattern for the renderer, or `nil` if Core Haptics would reject the file.
  private func ready() -> CompiledPattern? {
    if compiled == nil { compiled = pattern.compile(sampleRate: settings.sampleRate)?.schedule }
    return compiled
  }

  /// Begins to render at a time, for a length if there is one. Returns whether the pattern allows it.
  func begin(at seconds: Double, length: Double?, _ playback: OfflineRenderer.Playback) -> Bool {
    guard seconds >= 0, seconds < 1e9, let playable = pattern.playable else { return false }
    var ready = ready()
    if signal == .audio {
      var compiler = ScheduleCompiler(sampleRate: settings.sampleRate) { [sounds] in sounds.asked.frames($0) }
      compiler.audioOnly = true
      ready = compiler.compile(playable)
    }
    guard let ready else { return false }
    var settings = settings.render
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
        for index in samples.indices { room[filled + index] = samples[index].withoutDenormals }
        filled += samples.count
      }
    }
    return filled
  }
}
