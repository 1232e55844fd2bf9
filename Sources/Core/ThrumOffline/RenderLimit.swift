import ThrumDevice
import ThrumPattern
import ThrumRender

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
