import ThrumAnalysis
import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumDevice

/// A text that the page sends to be looked at or heard.
struct StudioPattern {
  let document: AHAPDocument
  /// Where the text comes from; decides where its sounds are looked for.
  let path: String
  /// The linter's findings; none for a text that is too long to be shown.
  let findings: [Diagnostic]
  let sounds: StudioSounds
  /// The sounds that the pattern names, and what is known of them.
  private(set) var soundNotes: [SoundNote] = []

  /// A sound of the pattern.
  struct SoundNote: Encodable, Equatable {
    var path: String
    var found: Bool
    /// Its length; `nil` when it is missing or cannot be read.
    var seconds: Double?
    /// The outline of its waveform: the largest magnitude in columns of equal time, full scale 1.
    var peaks: [Float]?
  }

  /// Columns of a sound's outline, and frames that are looked at in each: an hour costs as much as a second.
  private static let (outlineColumns, framesInColumn) = (400, 256)

  private static func outline(_ memory: SoundMemory) -> [Float] {
    let width = max(1, memory.frames / outlineColumns)
    let stride = max(1, width / framesInColumn)
    return (0..<min(outlineColumns, max(1, memory.frames))).map { column in
      var peak: Float = 0
      var frame = column * width
      while frame < min(memory.frames, (column + 1) * width) {
        for channel in 0..<memory.channels { peak = max(peak, abs(memory.samples[frame * memory.channels + channel])) }
        frame += stride
      }
      return (peak * 1000).rounded() / 1000
    }
  }

  /// Reads and checks a text.
  init(_ text: String, path: String, folder: StudioFolder?) {
    self.path = path
    let sounds = StudioSounds(folder: folder, pattern: path)
    document = AHAP.read(Array(text.utf8), name: path.isEmpty ? "pattern" : path)
    self.sounds = sounds
    findings = Linter.whole.lint(document) { sounds.path($0) != nil }
  }

  /// The pattern, if a phone would play it.
  var playable: Pattern? { try? document.playable() }

  /// Why it cannot be played.
  var refusal: String {
    guard let error = document.diagnostics.first(where: { $0.severity == .error }) else {
      return "this text is not a pattern"
    }
    return error.place.map { "line \($0.line): \(error.message)" } ?? error.message
  }

  /// Compiles the pattern and takes notes of its sounds; `nil` when it cannot be played.
  mutating func compile(sampleRate: Double) -> CompiledPattern? {
    guard let pattern = playable else { return nil }
    var notes: [SoundNote] = []
    let sounds = sounds
    let compiled = ScheduleCompiler(sampleRate: sampleRate) { name in
      let path = sounds.path(name)
      let memory = path.flatMap { try? SoundFileReader().read(path: $0) }
      if !notes.contains(where: { $0.path == name }) {
        notes.append(
          SoundNote(
            path: name, found: path != nil, seconds: memory?.seconds, peaks: memory.map(StudioPattern.outline)))
      }
      return memory
    }.compile(pattern)
    soundNotes = notes
    return compiled
  }
}
