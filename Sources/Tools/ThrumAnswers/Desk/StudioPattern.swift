import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumOffline
import ThrumPattern

/// A text that is open in the page: what it says, and where its sounds are.
package struct StudioPattern {
  package let document: AHAPDocument
  /// The text's path, for finding sounds nearby.
  package let path: String
  private let sounds: Host.Sounds

  package init(_ text: [UInt8], path: String, sounds: Host.Sounds) {
    self.init(AHAP.read(text, name: path.isEmpty ? "pattern" : path), path: path, sounds: sounds)
  }

  init(_ document: AHAPDocument, path: String, sounds: Host.Sounds) {
    (self.document, self.path, self.sounds) = (document, path, sounds)
  }

  /// What a pattern's sound looks like.
  package struct SoundNote: Equatable, Sendable, JSONWritable {
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

  package func findings() -> [Diagnostic] { StudioPattern.linter.lint(document, sound: sounds.state) }

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
  package func cured<Failure>(all code: String, _ work: Work<Failure>) throws(Failure) -> CuredText? {
    var pattern = self
    var count = 0
    for _ in 0..<StudioPattern.mostRounds {
      try work.check()
      let found = pattern.findings().filter { $0.code.rawValue == code }
      let cures = pattern.cures(of: found).compactMap { $0 }
      guard !cures.isEmpty else { break }
      let text = TextEdit.apply(cures.flatMap { $0.edits }.sorted(), to: pattern.document.text)
      guard text != pattern.document.text else { break }
      count += cures.count
      pattern = StudioPattern(text, path: path, sounds: sounds)
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

  /// Names of the sounds that are played.
  var waveforms: [String] {
    var names: Set<String> = []
    var list: [String] = []
    for case .event(let event) in playable?.entries ?? [] {
      if let name = event.waveformPath, names.insert(name).inserted { list.append(name) }
    }
    return list
  }

  /// What the pattern's sounds are now, for telling renderings apart.
  var soundStamps: [String] { waveforms.map { sounds.stamp($0) } }

  /// The pattern for the renderer, and its sounds; `nil` if it cannot be played.
  package func compile(sampleRate: Double) -> (schedule: CompiledPattern, sounds: [SoundNote])? {
    guard let pattern = playable else { return nil }
    var notes: [SoundNote] = []
    let schedule = ScheduleCompiler(sampleRate: sampleRate) { name in
      let memory = sounds.frames(name)
      if !notes.contains(where: { $0.path == name }) {
        notes.append(
          SoundNote(
            path: name, found: sounds.state(name).isFound, seconds: memory?.seconds,
            peaks: memory.map(StudioPattern.outline)))
      }
      return memory
    }.compile(pattern)
    return (schedule, notes)
  }
}
