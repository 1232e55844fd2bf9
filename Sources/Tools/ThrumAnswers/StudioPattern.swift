import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern

/// A text that is open in the page: what it says, and where its sounds are.
package struct StudioPattern {
  package let document: AHAPDocument
  /// The text's path, for finding sounds nearby.
  package let path: String
  /// Sounds named by the pattern, set by ``compile(sampleRate:)``.
  package private(set) var soundNotes: [SoundNote] = []
  private let soundState: (String) -> SoundState
  private let sound: (String) -> SoundMemory?

  /// - Parameters:
  ///   - soundState: looks for the file under a name that the pattern gives.
  ///   - sound: returns its frames, or `nil` if it is missing or unreadable.
  package init(
    _ text: [UInt8], path: String, soundState: @escaping (String) -> SoundState,
    sound: @escaping (String) -> SoundMemory?
  ) {
    self.path = path
    self.soundState = soundState
    self.sound = sound
    document = AHAP.read(text, name: path.isEmpty ? "pattern" : path)
  }

  /// What a pattern's sound looks like.
  package struct SoundNote: Equatable, JSONWritable {
    package var path: String
    package var found: Bool
    /// `nil` if missing or unreadable.
    package var seconds: Double?
    /// Maximum magnitude in columns of equal length, with full scale at 1.
    package var peaks: [Float]?

    package func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("found", found)
        writer.member("path", path)
        if let peaks { writer.member("peaks", peaks) }
        writer.member("seconds", ifPresent: seconds)
      }
    }
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

  private static var linter: Linter { Linter.whole }

  package func cures(of findings: [Diagnostic]) -> [Cure?] {
    document.cures(of: findings, options: StudioPattern.linter.options)
  }

  package func findings() -> [Diagnostic] { StudioPattern.linter.lint(document, sound: soundState) }

  /// The text with one finding cured, or `nil` if it has no cure.
  package func cured(_ code: String, line: Int?, column: Int?) -> CuredText? {
    let finding = findings().first {
      $0.code.rawValue == code && $0.place?.line == line && $0.place?.column == column
    }
    guard let finding, let cure = cures(of: [finding]).first ?? nil else { return nil }
    return CuredText(text: cure.applied(to: document.text), title: cure.title)
  }

  /// The text with all findings of one kind cured, or `nil` if none has a cure. A cure can reveal others, so the
  /// cured text is read again until nothing is left or nothing changes.
  package func cured(all code: String) -> CuredText? {
    var pattern = self
    var count = 0
    for _ in 0..<StudioPattern.mostRounds {
      let found = pattern.findings().filter { $0.code.rawValue == code }
      let cures = pattern.cures(of: found).compactMap { $0 }
      guard !cures.isEmpty else { break }
      let text = TextEdit.apply(cures.flatMap { $0.edits }.sorted(), to: pattern.document.text)
      guard text != pattern.document.text else { break }
      count += cures.count
      pattern = StudioPattern(text, path: path, soundState: soundState, sound: sound)
    }
    let kind = DiagnosticCode(rawValue: code)?.title ?? code
    return count == 0 ? nil : CuredText(text: pattern.document.text, title: "Fix \(count): \(kind)")
  }

  private static var mostRounds: Int { 8 }

  /// `nil` if Core Haptics would reject the pattern.
  package var playable: Pattern? { document.hasErrors ? nil : document.pattern }

  package var refusal: String {
    guard let error = document.diagnostics.first(where: { $0.severity == .error }) else {
      return "this text is not a pattern"
    }
    return error.place.map { "line \($0.line): \(error.message)" } ?? error.message
  }

  /// Sets ``soundNotes``. Returns `nil` if the pattern cannot be played.
  package mutating func compile(sampleRate: Double) -> CompiledPattern? {
    guard let pattern = playable else { return nil }
    var notes: [SoundNote] = []
    let (soundState, sound) = (soundState, sound)
    let compiled = ScheduleCompiler(sampleRate: sampleRate) { name in
      let memory = sound(name)
      if !notes.contains(where: { $0.path == name }) {
        notes.append(
          SoundNote(
            path: name, found: soundState(name).isFound, seconds: memory?.seconds,
            peaks: memory.map(StudioPattern.outline)))
      }
      return memory
    }.compile(pattern)
    soundNotes = notes
    return compiled
  }
}

/// A text after a cure, and what the cure did.
package struct CuredText: JSONWritable {
  package let text: [UInt8]
  package let title: String

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("text", String(decoding: text, as: UTF8.self))
      writer.member("title", title)
    }
  }
}

/// A pattern's outline for a word-sized picture.
package struct PatternShape: Sendable, Equatable, JSONWritable {
  package var revision: String
  package var seconds: Double
  /// Strongest transient and strongest continuous event in each column, as digits 0…9.
  package var taps: String
  package var holds: String

  package static let columns = 32

  package init(_ pattern: Pattern, revision: String) {
    var timeline = PatternTimeline()
    timeline.add(pattern, content: .hapticsOnly)
    let length = max(timeline.end, 0.001)
    func column(_ time: Double) -> Int {
      min(PatternShape.columns - 1, max(0, Int(time / length * Double(PatternShape.columns))))
    }
    var taps = [Double](repeating: 0, count: PatternShape.columns)
    var holds = taps
    for tap in timeline.taps { taps[column(tap.time)] = max(taps[column(tap.time)], tap.intensity) }
    for hold in timeline.holds {
      for place in column(hold.start)...column(hold.end) {
        // Samples each column several times, so that short curves count.
        for part in 0..<4 {
          let time = length * (Double(place) + (Double(part) + 0.5) / 4) / Double(PatternShape.columns)
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
    levels.map { String(Int(saturating: (min(1, max(0, $0)) * 9).rounded(.up))) }.joined()
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("revision", revision)
      writer.member("seconds", seconds)
      writer.member("taps", taps)
      writer.member("holds", holds)
    }
  }
}

/// Tells versions of a file apart.
package enum Revision {
  /// Returns the content's FNV-1a hash (64 bits) and length.
  package static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16) + "-" + String(bytes.count)
  }
}
