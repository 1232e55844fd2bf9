import ThrumPattern

/// Parses a Standard MIDI File (The MIDI Association, RP-001).
struct MIDIReader {
  private let bytes: [UInt8]
  private let limits: ReadLimits
  private var position = 0
  private var score = MIDIScore()

  init(_ bytes: [UInt8], limits: ReadLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func read() throws(MIDIError) -> MIDIScore {
    guard bytes.count <= limits.bytes else {
      throw .tooLarge("the file has more than \(limits.bytes) bytes", "Split it.")
    }
    let tracks = try header()
    var found = 0
    while found < tracks, position < bytes.count {
      let (isTrack, end) = try chunk()
      if isTrack {
        try track(found, end)
        found += 1
      }
      position = end
    }
    guard found == tracks else {
      throw MIDIError("the header declares \(counted(tracks, "track")), but the file has \(found)", at: position)
    }
    return score
  }

  // MARK: Chunks

  private mutating func header() throws(MIDIError) -> Int {
    position = 4
    let length = try number(4)
    guard length >= 6 else { throw MIDIError("a header needs 6 bytes, but this one has \(length)", at: 4) }
    let format = try number(2)
    guard format < 2 else {
      let cause =
        format == 2
        ? "format 2 holds unrelated patterns; Thrum reads only 0 and 1" : "format \(format) is unknown"
      throw MIDIError(cause, at: 8, "Export the file as format 0 or 1.")
    }
    let tracks = try number(2)
    let division = try number(2)
    if division & 0x8000 != 0 {
      let frames = 256 - division >> 8
      guard [24, 25, 29, 30].contains(frames), division & 0xFF > 0 else {
        throw MIDIError(
          "\(frames) frames per second with \(division & 0xFF) ticks per frame is not a valid SMPTE division", at: 12)
      }
      // NTSC runs at 29.97 frames per second.
      score.clock = .frames(ticksPerSecond: (frames == 29 ? 30_000 / 1_001 : Double(frames)) * Double(division & 0xFF))
    } else {
      guard division > 0 else { throw MIDIError("a quarter note has 0 ticks", at: 12) }
      score.clock = .beats(ticksPerQuarter: Double(division))
    }
    position = 8 + length
    return tracks
  }

  private mutating func chunk() throws(MIDIError) -> (isTrack: Bool, end: Int) {
    let begin = position
    guard bytes.count - position >= 8 else { throw MIDIError("the file ends within a chunk header", at: position) }
    let isTrack = bytes[position..<position + 4].elementsEqual("MTrk".utf8)
    position += 4
    let length = try number(4)
    guard length <= bytes.count - position else {
      throw MIDIError(
        "the chunk declares \(length) bytes, but \(bytes.count - position) follow", at: begin)
    }
    return (isTrack, position + length)
  }

  // MARK: Events

  private mutating func track(_ number: Int, _ end: Int) throws(MIDIError) {
    var tick = 0
    var status: UInt8 = 0
    events: while position < end {
      tick += try length(end)
      let begin = position
      let first = try byte(end)
      switch first {
      case 0xFF:
        let type = try byte(end)
        let data = try data(end, begin)
        guard type != 0x2F else { break events }
        meta(type, data, tick, track: number)
      case 0xF0, 0xF7: _ = try data(end, begin)
      case 0xF1...0xFE: throw MIDIError("0x\(String(first, radix: 16)) is not a MIDI file event", at: begin)
      case 0x80...0xEF:
        status = first
        try message(status, try data(end), tick, end)
      default:
        guard status != 0 else { throw MIDIError("an event has no status byte", at: begin) }
        try message(status, first, tick, end)
      }
    }
    score.lastTick = max(score.lastTick, tick)
  }

  private mutating func message(_ status: UInt8, _ first: UInt8, _ tick: Int, _ end: Int) throws(MIDIError) {
    let kind = status >> 4
    let second = kind == 0xC || kind == 0xD ? 0 : try data(end)
    let channel = Int(status & 0xF)
    switch kind {
    case 0x8: add(.off(channel: channel, key: Int(first)), tick)
    case 0x9 where second == 0: add(.off(channel: channel, key: Int(first)), tick)
    case 0x9: add(.on(channel: channel, key: Int(first), velocity: Int(second)), tick)
    case 0xB where first == 64: add(.pedal(channel: channel, isDown: second >= 64), tick)
    case 0xE: score.bends += 1
    case 0xB, 0xA, 0xD: score.controllers += 1
    default: break
    }
    guard score.events.count <= limits.entries else {
      throw .tooLarge("the file has more than \(limits.entries) note and pedal messages", "Split it.")
    }
  }

  private mutating func add(_ event: MIDIScore.Event, _ tick: Int) {
    score.events.append((tick, event))
    score.lastTick = max(score.lastTick, tick)
  }

  private mutating func meta(_ type: UInt8, _ data: Range<Int>, _ tick: Int, track: Int) {
    if type == 0x51, data.count == 3 {
      let microseconds = bytes[data].reduce(0) { $0 << 8 | Int($1) }
      if microseconds > 0 { score.tempos.append((tick, Double(microseconds) / 1e6)) }
    }
    if type == 0x03, track == 0, score.name == nil, !data.isEmpty {
      score.name = String(decoding: bytes[data].prefix(200), as: UTF8.self)
    }
  }

  // MARK: Bytes

  private mutating func number(_ count: Int) throws(MIDIError) -> Int {
    guard bytes.count - position >= count else { throw MIDIError("the file ends within a number", at: position) }
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func byte(_ end: Int) throws(MIDIError) -> UInt8 {
    guard position < end else { throw MIDIError("the track ends within an event", at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a data byte, which is at most 127.
  private mutating func data(_ end: Int) throws(MIDIError) -> UInt8 {
    let value = try byte(end)
    guard value < 0x80 else {
      throw MIDIError("0x\(String(value, radix: 16)) is a status byte within an event", at: position - 1)
    }
    return value
  }

  /// Reads a length of at most four bytes with seven bits each.
  private mutating func length(_ end: Int) throws(MIDIError) -> Int {
    let begin = position
    var value = 0
    for _ in 0..<4 {
      let next = try byte(end)
      value = value << 7 | Int(next & 0x7F)
      if next < 0x80 { return value }
    }
    throw MIDIError("a time or a length has more than four bytes", at: begin)
  }

  private mutating func data(_ end: Int, _ begin: Int) throws(MIDIError) -> Range<Int> {
    let count = try length(end)
    guard count <= end - position else {
      throw MIDIError("an event declares \(count) bytes, but its track has \(end - position) left", at: begin)
    }
    defer { position += count }
    return position..<position + count
  }
}
