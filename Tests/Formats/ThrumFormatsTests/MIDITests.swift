import Testing
import ThrumFormats
import ThrumPattern

/// Reading Standard MIDI Files.
@Suite struct MIDITests {
  /// A file of format 1, or of format 0 with one track.
  private func file(_ tracks: [[UInt8]], division: Int = 480, format: UInt8? = nil, count: Int? = nil) -> [UInt8] {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6, 0, format ?? (tracks.count == 1 ? 0 : 1)]
    bytes += [0, UInt8(count ?? tracks.count), UInt8(division >> 8 & 0xFF), UInt8(division & 0xFF)]
    for track in tracks {
      let body = track + [0, 0xFF, 0x2F, 0]
      bytes += Array("MTrk".utf8) + [0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
    return bytes
  }

  private func read(_ bytes: [UInt8]) -> PatternDocument { PatternDocument.read(bytes, name: "song.mid") }

  private func events(_ track: [UInt8]..., division: Int = 480) -> [Event] {
    read(file(track, division: division)).parts.flatMap(\.pattern.events)
  }

  /// A delta time of two bytes.
  private func later(_ ticks: Int) -> [UInt8] { [UInt8(ticks >> 7) | 0x80, UInt8(ticks & 0x7F)] }

  @Test func `a short note becomes a tap, and a longer one becomes a buzz of the same length`() {
    let found = events(
      [0, 0x90, 60, 127] + later(95) + [0x80, 60, 0] + [0, 0x90, 62, 64] + later(480) + [0x90, 62, 0])
    #expect(found.map(\.type) == [.hapticTransient, .hapticContinuous])
    #expect(found.map(\.time) == [0, 0.098958])
    #expect(found.map(\.duration) == [nil, 0.5])
    #expect(found.map { $0.value(of: .hapticIntensity) } == [1, 0.503937])
  }

  @Test func `notes shorter than a tenth of a second become taps, and the others become buzzes`() {
    let found = events([0, 0x90, 60, 9] + later(96) + [0x80, 60, 0, 0, 0x90, 60, 9] + later(95) + [0x80, 60, 0])
    #expect(found.map(\.type) == [.hapticContinuous, .hapticTransient])
  }

  @Test func `a tempo change in another track applies from the time at which it occurs`() {
    let tempo: [UInt8] = later(480) + [0xFF, 0x51, 3, 0x0F, 0x42, 0x40]
    let note: [UInt8] = later(480) + [0x99, 36, 100]
    let notes = note + note + note
    let found = events(tempo, notes)
    // A beat lasts 0.5 s, then 1 s.
    #expect(found.map(\.time) == [0.5, 1.5, 2.5])
  }

  @Test func `running status reuses the last status byte, even after a meta event`() {
    let found = events([0, 0x99, 36, 100, 48, 38, 100, 0, 0xFF, 1, 1, 65, 48, 42, 100])
    #expect(found.map(\.time) == [0, 0.05, 0.1])
    #expect(found.map { $0.value(of: .hapticSharpness) } == [0.1, 0.6, 0.9])
  }

  @Test func `SMPTE time counts frames and ignores the tempo`() {
    let track: [UInt8] = [0, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40] + later(1_000) + [0x99, 36, 100]
    #expect(events(track, division: 0xE728).map(\.time) == [1])
    #expect(events(track, division: 0xE328).map(\.time) == [0.834167])
  }

  @Test func `drum notes of any length become taps`() {
    #expect(events([0, 0x99, 49, 100] + later(2_000) + [0x89, 49, 0]).map(\.type) == [.hapticTransient])
  }

  @Test func `the pedal holds notes, and a repeated key ends the previous note`() {
    let pedal = events(
      [0, 0xB0, 64, 127, 0, 0x90, 60, 100] + later(240) + [0x80, 60, 0] + later(720) + [0xB0, 64, 0])
    #expect(pedal.map(\.duration) == [1])
    let repeated = events([0, 0x90, 60, 100] + later(480) + [0x90, 60, 100] + later(480) + [0x80, 60, 0])
    #expect(repeated.map(\.duration) == [0.5, 0.5])
    // A note without an end lasts until its file's.
    #expect(events([0, 0x90, 60, 100] + later(960) + [0x91, 1, 0]).map(\.duration) == [1])
  }

  @Test func `on the same tick, a repeated note's start may precede the previous note's end`() {
    let starts: [UInt8] = [0, 0x90, 60, 100] + later(480) + [0x90, 60, 100]
    let ends: [UInt8] = later(480) + [0x80, 60, 0] + later(480) + [0x80, 60, 0]
    #expect(events(starts, ends).map(\.duration) == [0.5, 0.5])
  }

  @Test func `a note plays at its own frequency, or at an octave of it that lies within the motor's band`() {
    let map = SharpnessMap()
    func hertz(_ keys: UInt8...) -> [Double] {
      var track: [UInt8] = []
      for key in keys { track += [0, 0x90, key, 100] + later(480) + [0x80, key, 0] }
      return events(track).map {
        (10 * map.hertz(sharpness: $0.value(of: .hapticSharpness))).rounded() / 10
      }
    }
    #expect(hertz(45, 48, 52) == [110, 130.8, 164.8])
    // Two octaves down, as a whole.
    #expect(hertz(69, 72, 76) == [110, 130.8, 164.8])
    // The last one is too high, and moves on its own.
    #expect(hertz(45, 48, 52, 60) == [110, 130.8, 164.8, 130.8])
    let moved = read(file([[0, 0x90, 69, 100] + later(480) + [0x80, 69, 0]]))
    #expect(moved.losses.contains { $0.contains("the file is transposed 1 octave down") })
  }

  @Test func `pitch bends and controller changes are lost, and chunks of other kinds are skipped`() {
    var bytes = file([[0, 0xE0, 0, 64, 0, 0xB0, 7, 100, 0, 0xC0, 5, 0, 0xD0, 5, 0, 0x99, 36, 100]])
    bytes.insert(contentsOf: Array("XFIH".utf8) + [0, 0, 0, 2, 1, 2], at: 14)
    let document = read(bytes)
    #expect(document.losses == ["1 pitch bend", "2 controller messages"])
    #expect(document.parts.flatMap(\.pattern.events).count == 1)
    #expect(document.format.id == "midi" && document.diagnostics.isEmpty)
  }

  @Test func `a note longer than 30 s becomes several events`() {
    let found = events([0, 0x90, 45, 100, 0x81, 0xE1, 0x00, 0x80, 45, 0])
    #expect(found.map(\.time) == [0] && found.map(\.duration) == [30])
    let long = events([0, 0x90, 45, 100, 0x82, 0xF0, 0x00, 0x80, 45, 0])
    #expect(long.map(\.time) == [0, 30] && long.last?.duration == 19.066667)
  }

  @Test func `a note after the first hour is dropped with a warning`() {
    let document = read(file([[0, 0x99, 36, 100, 0xFF, 0xFF, 0xFF, 0x7F, 0x99, 36, 100]]))
    #expect(document.diagnostics.map(\.code) == [.lossyImport])
    #expect(document.parts.flatMap(\.pattern.events).count == 1)
  }

  private static let head: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 1, 1, 224]

  private static let malformed: [(head: [UInt8], rest: [UInt8], message: String)] = [
    ([], [], "ends within a number"),
    ([0, 0, 0, 2, 0, 0], [], "a header needs 6 bytes"),
    ([0, 0, 0, 6, 0, 2, 0, 1, 1, 224], [], "format 2"),
    ([0, 0, 0, 6, 0, 9, 0, 1, 1, 224], [], "format 9"),
    ([0, 0, 0, 6, 0, 0, 0, 1, 0, 0], [], "0 ticks"),
    ([0, 0, 0, 6, 0, 0, 0, 1, 0x80, 1], [], "SMPTE"),
    (head, [], "the file ends within a chunk header"),
    (head, [0, 0], "the file ends within a chunk header"),
    (head, [0xFF, 0xFF, 0xFF, 0xFF, 0], "the chunk declares 4294967295 bytes, but 1 follow"),
    (head, [0, 0, 0, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0], "more than four bytes"),
    (head, [0, 0, 0, 1, 0x80], "the track ends within an event"),
    (head, [0, 0, 0, 3, 0, 0x90, 60], "the track ends within an event"),
    (head, [0, 0, 0, 4, 0, 0x90, 60, 0x90], "a status byte within an event"),
    (head, [0, 0, 0, 3, 0, 60, 60], "no status byte"),
    (head, [0, 0, 0, 3, 0, 0xF2, 60], "not a MIDI file event"),
    (head, [0, 0, 0, 4, 0, 0xFF, 1, 9], "an event declares 9 bytes, but its track has 0 left"),
    (head, [0, 0, 0, 6, 0, 0xF0, 0xFF, 0xFF, 0xFF, 0x7F], "an event declares 268435455 bytes"),
  ]

  @Test func `a malformed file is rejected with an error that gives the byte and the cause`() {
    for (head, rest, message) in Self.malformed {
      let track = head == Self.head ? Array("MTrk".utf8) + rest : []
      let document = read(Array("MThd".utf8) + head + track)
      #expect(document.parts.isEmpty && document.diagnostics.map(\.code) == [.badImport], "\(message)")
      let found = document.diagnostics.first?.message ?? ""
      #expect(found.contains(message) && found.hasPrefix("byte "), "\(message): \(found)")
    }
    let promised = read(Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 224])
    #expect(promised.diagnostics.first?.message.contains("1 track, but the file has 0") == true)
  }

  @Test func `a file with more events than the limit allows is refused`() {
    let note: [UInt8] = [0, 0x99, 36, 100]
    let bytes = file([Array(repeating: note, count: 50).flatMap(\.self)])
    let document = PatternDocument.read(bytes, name: "x.mid", limits: ReadLimits(entries: 49))
    #expect(document.diagnostics.map(\.code) == [.tooLarge])
  }

  @Test func `a file that is cut short or changed at any byte is either read or refused`() {
    let whole = file(
      [
        [0, 0xFF, 0x51, 3, 7, 0xA1, 0x20],
        [0, 0x90, 60, 100] + later(480) + [60, 0, 0, 0xB0, 64, 127, 0, 0xF0, 1, 0xF7],
      ])
    for end in whole.indices { _ = read(Array(whole[..<end])) }
    for index in whole.indices.dropFirst(4) {
      for value in [0, 1, 0x7F, 0x80, 0x90, 0xF0, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] = value
        let document = read(bytes)
        #expect(document.parts.isEmpty == document.hasErrors)
      }
    }
  }
}
