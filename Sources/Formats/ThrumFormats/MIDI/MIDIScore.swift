struct MIDIScore {
  enum Clock {
    case beats(ticksPerQuarter: Double)
    case frames(ticksPerSecond: Double)
  }

  enum Event {
    case on(channel: Int, key: Int, velocity: Int)
    case off(channel: Int, key: Int)
    case pedal(channel: Int, isDown: Bool)
  }

  struct Note {
    /// In seconds.
    var start: Double
    /// In seconds.
    var length: Double
    /// 0…15. Channel 9 plays drums.
    var channel: Int
    /// 0…127. 69 is 440 Hz.
    var key: Int
    /// 1…127.
    var velocity: Int
  }

  var clock = Clock.beats(ticksPerQuarter: 480)
  /// Events of all tracks, one track after another.
  var events: [(tick: Int, event: Event)] = []
  /// Seconds per quarter note, starting at a tick.
  var tempos: [(tick: Int, seconds: Double)] = []
  var lastTick = 0
  /// Name of the first track.
  var name: String?
  /// Number of messages that AHAP cannot express.
  var bends = 0
  var controllers = 0

  private static let seconds = 0.5
  static let drums = 9

  /// In chronological order. A pedal extends its channel's notes.
  var notes: [Note] {
    struct Key: Hashable { var channel, key: Int }
    struct Open { var start: Int, velocity: Int, endsAnother: Bool, isReleased = false }
    var clock = Timekeeper(self)
    var found: [(start: Int, end: Int, key: Key, velocity: Int)] = []
    var open: [Key: Open] = [:]
    var pedals: Set<Int> = []
    func close(_ key: Key, _ tick: Int) {
      if let note = open.removeValue(forKey: key) { found.append((note.start, tick, key, note.velocity)) }
    }
    // Events at one tick stay in file order. A repeated key ends the previous note, whose own end may follow at the
    // same tick.
    let sorted = events.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
    for (_, (tick, event)) in sorted {
      switch event {
      case .on(let channel, let key, let velocity):
        let key = Key(channel: channel, key: key)
        let endsAnother = open[key] != nil
        close(key, tick)
        open[key] = Open(start: tick, velocity: velocity, endsAnother: endsAnother)
      case .off(let channel, let key):
        let key = Key(channel: channel, key: key)
        if let note = open[key], note.endsAnother, note.start == tick {
          open[key]?.endsAnother = false
          continue
        }
        if pedals.contains(channel) { open[key]?.isReleased = true } else { close(key, tick) }
      case .pedal(let channel, let isDown):
        if isDown {
          pedals.insert(channel)
        } else {
          pedals.remove(channel)
          for (key, note) in open where key.channel == channel && note.isReleased { close(key, tick) }
        }
      }
    }
    for key in Array(open.keys) { close(key, lastTick) }
    found.sort { ($0.start, $0.key.channel, $0.key.key, $0.end) < ($1.start, $1.key.channel, $1.key.key, $1.end) }
    var notes = found.map { note in
      Note(
        start: clock.seconds(note.start), length: 0, channel: note.key.channel, key: note.key.key,
        velocity: note.velocity)
    }
    var ends = Timekeeper(self)
    for index in found.indices.sorted(by: { found[$0].end < found[$1].end }) {
      notes[index].length = max(0, ends.seconds(found[index].end) - notes[index].start)
    }
    return notes
  }

  /// Converts ticks, which must not decrease, to seconds.
  private struct Timekeeper {
    private let clock: Clock
    private let tempos: [(tick: Int, seconds: Double)]
    private var next = 0
    private var tick = 0
    private var time = 0.0
    private var seconds = MIDIScore.seconds

    init(_ score: MIDIScore) {
      clock = score.clock
      tempos = score.tempos.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }.map(
        { $0.element })
    }

    mutating func seconds(_ target: Int) -> Double {
      switch clock {
      case .frames(let ticksPerSecond): return Double(target) / ticksPerSecond
      case .beats(let ticksPerQuarter):
        while next < tempos.count, tempos[next].tick <= target {
          time += Double(tempos[next].tick - tick) * seconds / ticksPerQuarter
          (tick, seconds) = tempos[next]
          next += 1
        }
        return time + Double(target - tick) * seconds / ticksPerQuarter
      }
    }
  }
}
