import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumOutput
import ThrumPattern

struct StudioPattern {
  let document: AHAPDocument
  /// The text's path, for finding sounds nearby.
  let path: String
  let sounds: StudioSounds
  /// Sounds named by the pattern, set by `compile`.
  private(set) var soundNotes: [SoundNote] = []

  struct SoundNote: Encodable, Equatable {
    var path: String
    var found: Bool
    /// `nil` if missing or unreadable.
    var seconds: Double?
    /// Maximum magnitude in columns of equal length, with full scale at 1.
    var peaks: [Float]?
  }

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

  init(_ text: String, path: String, folder: StudioFolder?) {
    self.path = path
    let sounds = StudioSounds(folder: folder, pattern: path)
    document = AHAP.read(Array(text.utf8), name: path.isEmpty ? "pattern" : path)
    self.sounds = sounds
  }

  private static let linter = Linter.whole

  func cures(of findings: [Diagnostic]) -> [Cure?] {
    document.cures(of: findings, options: StudioPattern.linter.options)
  }

  func findings() -> [Diagnostic] { StudioPattern.linter.lint(document) { sounds.path($0) != nil } }

  /// `nil` if Core Haptics would reject the pattern.
  var playable: Pattern? { try? document.playable() }

  var refusal: String {
    guard let error = document.diagnostics.first(where: { $0.severity == .error }) else {
      return "this text is not a pattern"
    }
    return error.place.map { "line \($0.line): \(error.message)" } ?? error.message
  }

  /// Sets `soundNotes`. Returns `nil` if the pattern cannot be played.
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
