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
