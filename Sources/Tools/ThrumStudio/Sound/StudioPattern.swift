import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOffline
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

/// A file converted to AHAP.
struct StudioClip: Encodable {
  let text: String
  let notes: [String]

  static func converted(_ bytes: [UInt8], name: String) -> Result<StudioClip, StudioError> {
    let document = PatternDocument.read(bytes, name: name)
    guard let pattern = document.merged else {
      let titles = PatternFormat.all.map(\.title).joined(separator: ", ")
      return .failure(
        StudioError(document.diagnostics.first?.description ?? "\(name) is in none of the known formats: \(titles)"))
    }
    var notes = document.diagnostics.map(\.message)
    if let change = document.mergingChange { notes.append("\(change); `thrum convert` keeps them in two files") }
    return .success(StudioClip(text: String(decoding: AHAP.write(pattern), as: UTF8.self), notes: notes))
  }
}

/// A pattern's outline for a word-sized picture.
struct PatternShape: Sendable, Equatable, Encodable {
  var revision: String
  var seconds: Double
  /// Strongest transient and strongest continuous event in each column, as digits 0…9.
  var taps: String
  var holds: String

  static let columns = 32

  init(_ pattern: Pattern, revision: String) {
    var timeline = PatternTimeline()
    timeline.add(pattern, content: .hapticsOnly)
    let length = max(timeline.end, 0.001)
    func column(_ time: Double) -> Int {
      min(PatternShape.columns - 1, max(0, Int(time / length * Double(Self.columns))))
    }
    var (taps, holds) = ([Double](repeating: 0, count: Self.columns), [Double](repeating: 0, count: Self.columns))
    for tap in timeline.taps { taps[column(tap.time)] = max(taps[column(tap.time)], tap.intensity) }
    for hold in timeline.holds {
      for place in column(hold.start)...column(hold.end) {
        // Samples each column several times, so that short curves count.
        for part in 0..<4 {
          let time = length * (Double(place) + (Double(part) + 0.5) / 4) / Double(Self.columns)
          let inside = min(max(time, hold.start), hold.end)
          holds[place] = max(holds[place], hold.intensity(at: inside))
        }
      }
    }
    self.revision = revision
    seconds = timeline.end
    self.taps = PatternShape.digits(taps)
    self.holds = PatternShape.digits(holds)
  }

  private static func digits(_ levels: [Double]) -> String {
    levels.map { String(Int((min(1, max(0, $0)) * 9).rounded(.up))) }.joined()
  }
}

struct PatternExport {
  struct Format: Encodable {
    let id: String
    let title: String
    let ending: String
    let group: String
  }

  /// `notes` are sentences about lost data.
  struct Exported: Encodable {
    let text: String
    let notes: [String]
  }

  /// All formats except AHAP and sound.
  static let formats = PatternWriter.all.map {
    Format(id: $0.id, title: $0.title, ending: $0.ending, group: $0.group)
  }

  static func exported(
    _ pattern: Pattern, as id: String, name: String, _ work: Work<StudioError>
  ) throws(StudioError) -> Exported {
    guard let writer = PatternWriter.all.first(where: { $0.id == id }) else {
      throw StudioError("there is no format “\(id)”")
    }
    var timeline = PatternTimeline()
    timeline.add(pattern)
    do throws(PatternWriter.WriteError) {
      let request = PatternWriter.Request(
        [pattern], timeline: timeline, name: name, work: work.rethrowing { _ in .ended })
      let file = try writer.write(request)
      var notes = file.losses
      if let played = try writer.played(request), let motor = ActuatorPreset.named(writer.motor) {
        let loss = try FeelLoss(PatternGroup(pattern), played, on: FeelMotor(motor), request.work)
        notes.append(loss.words)
      }
      return Exported(text: String(decoding: file.bytes, as: UTF8.self), notes: notes)
    } catch {
      // Throws the reason if the work was ended.
      try work.check()
      throw StudioError("\(error)")
    }
  }
}
