import ThrumDevice
import ThrumPattern
import ThrumRender

extension OfflineRenderer {
  /// How the patterns are played.
  public struct Playback: Sendable {
    /// Speed, above 0 and below 1,000,000; another one counts as 1. The pitch stays.
    public var rate = 1.0
    /// Whether the patterns repeat. Needs a length: without one, they play once.
    public var loops = false
    /// End of the loop in the pattern, s, or `nil` for each pattern's own.
    public var loopEnd: Double?

    /// Plays once, at normal speed.
    public init() {}
  }

  /// Returns how many patterns have content after the start.
  static func begin(
    _ renderer: UnsafeMutablePointer<Renderer>, _ schedules: [ScheduleMemory], at start: Double, _ playback: Playback,
    sampleRate: SampleRate
  ) -> Int {
    var serial: UInt64 = 0
    var playing = 0
    for (slot, schedule) in schedules.enumerated() {
      var actions: [Command.Action] = [.install(schedule.schedule)]
      if playback.rate != 1 { actions.append(.setRate(playback.rate)) }
      if playback.loops {
        let end = playback.loopEnd.map { $0 * sampleRate } ?? schedule.schedule.pointee.duration
        actions.append(.setLoop(isOn: true, end: end))
      }
      if start == 0 || start < schedule.schedule.pointee.reach {
        playing += 1
        actions += start > 0 ? [.seek(to: start), .start()] : [.start()]
      }
      for action in actions {
        serial += 1
        let command = Command(action, player: slot, serial: serial)
        if !renderer.pointee.commands.push(command) {
          renderer.pointee.drainCommands()
          _ = renderer.pointee.commands.push(command)
        }
      }
    }
    return playing
  }
}

enum RenderLimit {
  /// Longest rendering in frames, which may have 32 bits.
  static let longest = min(1e12, Double(FrameCount.max / 2))

  /// Latest end in frames after `start`: ``EventLimits/endlessTail`` after the patterns, or later if finite sounds are
  /// still playing.
  static func frames(_ schedules: [ScheduleMemory], after start: Double, sampleRate: SampleRate) -> Double {
    let duration = schedules.reduce(0) { max($0, $1.schedule.pointee.duration) }
    let tail = EventLimits.endlessTail * sampleRate
    let limit = max(0, duration - start) + tail
    let events = schedules.lazy.flatMap { memory in
      let schedule = memory.schedule.pointee
      return UnsafeBufferPointer(start: schedule.events, count: schedule.eventCount)
    }
    guard !events.contains(where: { $0.mayBeEndless }) else { return limit }
    return events.reduce(limit) { max($0, $1.latestSoundEnd - start + tail) }
  }
}

extension ScheduledEvent {
  /// Whether only a stop or a decay ends the event.
  fileprivate var mayBeEndless: Bool {
    switch kind {
    case .transient, .continuous: false
    case .tone: length == .infinity
    case .sound: sound != nil && loops && !(length < .infinity)
    }
  }

  /// Latest end of a finite sound, in frames: its end at the lowest pitch, which halves the speed.
  fileprivate var latestSoundEnd: Double {
    guard let sound, !loops, !(length < .infinity) else { return 0 }
    return start + 2 * Double(sound.frames) / sound.speed
  }
}
