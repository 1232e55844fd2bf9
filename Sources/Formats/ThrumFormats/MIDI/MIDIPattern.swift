import ThrumPattern

/// A MIDI file's pattern (`Docs/Formats.md`). Short notes and drums become transients, and other notes become
/// continuous events.
///
/// All notes move together by whole octaves so that most of them are in the motor's band. The remaining notes then
/// move separately.
struct MIDIPattern {
  let pattern: Pattern
  let losses: [String]
  let notes: [String]

  /// Length below which notes become transients, s. A motor takes about this long to start and stop.
  static let tap = 0.1
  /// Time after which notes are dropped, s.
  private static let longest = Double(VibrationLimits.longestEffect) / 1000
  private static let band = SharpnessMap()

  init(_ score: MIDIScore) {
    let all = score.notes
    let kept = all.filter { $0.start <= MIDIPattern.longest }
    let shift = MIDIPattern.octaves(kept)
    var entries: [PatternEntry] = []
    for note in kept { entries += MIDIPattern.events(note, shift).map { .event($0) } }
    let metadata = score.name.map { JSONObject([.init(name: "Project", value: .string($0))]) }
    pattern = Pattern(metadata: metadata, entries: entries)
    var losses: [String] = []
    if shift != 0 {
      losses.append(
        "the octave: the file is transposed \(counted(abs(shift), "octave")) \(shift > 0 ? "up" : "down"), into a motor's band "
          + "of \(Int(MIDIPattern.band.lowestHertz)) to \(Int(MIDIPattern.band.highestHertz)) Hz")
    }
    let moved = kept.count {
      $0.channel != MIDIScore.drums && MIDIPattern.octave(of: MIDIPattern.hertz($0.key, shift)) != 0
    }
    if moved > 0 { losses.append("\(counted(moved, "note")) in other octaves, moved into a motor's band") }
    if score.bends > 0 { losses.append(counted(score.bends, "pitch bend")) }
    if score.controllers > 0 { losses.append(counted(score.controllers, "controller message")) }
    self.losses = losses
    notes = all.count > kept.count ? ["\(counted(all.count - kept.count, "note")) beyond the first hour: dropped"] : []
  }

  // MARK: Events

  private static func events(_ note: MIDIScore.Note, _ shift: Int) -> [Event] {
    let isDrum = note.channel == MIDIScore.drums
    let sharpness = isDrum ? drum(note.key) : pitch(note.key, shift)
    let parameters = [
      EventParameter(.hapticIntensity, rounded(Double(note.velocity) / 127)),
      EventParameter(.hapticSharpness, rounded(sharpness)),
    ]
    guard !isDrum, note.length >= tap else {
      return [Event(type: .hapticTransient, time: rounded(note.start), parameters: parameters)]
    }
    var events: [Event] = []
    var begin = 0.0
    let length = min(note.length, longest)
    while begin < length {
      let seconds = min(length - begin, EventLimits.continuousSeconds)
      events.append(
        Event(
          type: .hapticContinuous, time: rounded(note.start + begin), duration: rounded(seconds), parameters: parameters
        ))
      begin += EventLimits.continuousSeconds
    }
    return events
  }

  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  // MARK: Pitch

  private static func hertz(_ key: Int, _ octaves: Int) -> Double {
    440 * exponentialBase2(Double(key - 69) / 12 + Double(octaves))
  }

  /// Returns the number of octaves by which a frequency must move to reach the motor's band.
  private static func octave(of hertz: Double) -> Int {
    if hertz < band.lowestHertz - 1e-6 { return Int(saturating: logarithmBase2(band.lowestHertz / hertz).rounded(.up)) }
    if hertz > band.highestHertz + 1e-6 {
      return -Int(saturating: logarithmBase2(hertz / band.highestHertz).rounded(.up))
    }
    return 0
  }

  /// Returns the octave shift that brings the most notes into the motor's band, preferring small shifts.
  private static func octaves(_ notes: [MIDIScore.Note]) -> Int {
    var counts = [Int](repeating: 0, count: 128)
    for note in notes where note.channel != MIDIScore.drums { counts[note.key & 0x7F] += 1 }
    func inside(_ shift: Int) -> Int {
      counts.indices.reduce(0) { $0 + (octave(of: hertz($1, shift)) == 0 ? counts[$1] : 0) }
    }
    let shifts = (-7...5).sorted { (abs($0), $0) < (abs($1), $1) }
    return shifts.max { inside($0) < inside($1) } ?? 0
  }

  private static func pitch(_ key: Int, _ shift: Int) -> Double {
    let start = hertz(key, shift)
    let hertz = start * exponentialBase2(Double(octave(of: start)))
    return min(
      1, max(0, logarithmBase2(hertz / band.lowestHertz) / logarithmBase2(band.highestHertz / band.lowestHertz)))
  }

  /// Returns the sharpness of a General MIDI drum.
  private static func drum(_ key: Int) -> Double {
    switch key {
    case 35, 36: 0.1
    case 41, 43: 0.2
    case 45, 47: 0.3
    case 48, 50: 0.4
    case 37...40: 0.6
    case 42, 44, 46, 49, 51...53, 55, 57, 59: 0.9
    default: 0.7
    }
  }
}

extension PatternFormat {
  /// Standard MIDI Files of formats 0 and 1, detected by their first bytes. No file name ending is registered, because
  /// a folder of music is not a folder of patterns.
  package static let midi = PatternFormat(
    id: "midi", title: "MIDI file", endings: [], refusal: "Thrum cannot read this MIDI file",
    examples: ["thrum convert drums.mid drums.ahap"]
  ) { bytes, name, limits in
    guard bytes.starts(with: "MThd".utf8) else { return nil }
    let diagnostic = { (code: DiagnosticCode, message: String, remedy: String) in
      Diagnostic(code: code, file: name, place: nil, path: "", message: message, remedy: remedy)
    }
    do throws(MIDIError) {
      var reader = MIDIReader(bytes, limits: limits.sensible)
      let score = try reader.read()
      let pattern = MIDIPattern(score)
      let notes = pattern.notes.map { diagnostic(.lossyImport, $0, "Split the file.") }
      return PatternContent(
        parts: [PatternDocument.Part(title: nil, pattern: pattern.pattern)], diagnostics: notes, losses: pattern.losses)
    } catch {
      return PatternContent(parts: [], diagnostics: [diagnostic(error.code, error.message, error.remedy)])
    }
  }
}

struct MIDIError: Error {
  var code = DiagnosticCode.badImport
  let message: String
  let remedy: String

  init(_ message: String, at byte: Int, _ remedy: String = "Export the file again; it may be truncated.") {
    self.message = "byte \(byte): \(message)"
    self.remedy = remedy
  }

  static func tooLarge(_ message: String, _ remedy: String) -> MIDIError {
    var error = MIDIError(message: message, remedy: remedy)
    error.code = .tooLarge
    return error
  }

  init(message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }
}
