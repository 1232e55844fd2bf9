import CRealtime
import ThrumDevice
import ThrumRender

/// What a run of the renderer was told, with the frames at which it acted: enough to render the same samples again,
/// bit for bit, as often as wanted.
///
/// - Thread: the engine's executor.
struct RenderJournal {
  /// An order that has acted, or a mute that has changed at a quantum's begin.
  private enum Entry {
    case command(Command, SampleTime)
    case playerMute(Int32, Bool, SampleTime)
    case hapticsMute(Bool, SampleTime)
    case audioMute(Bool, SampleTime)

    var frame: SampleTime {
      switch self {
      case .command(_, let frame), .playerMute(_, _, let frame), .hapticsMute(_, let frame), .audioMute(_, let frame):
        frame
      }
    }
  }

  /// How the samples are shaped.
  let settings: RenderSettings
  /// Time of frame 0 on the engine's clock, s.
  let anchor: Double
  /// Frames by which the monitor is late.
  let latency: FrameCount
  /// Where the run ended; `nil` while it continues.
  var end: SampleTime?
  private var entries: [Entry] = []
  private var schedules: [ScheduleMemory] = []

  init(settings: RenderSettings, anchor: Double, latency: FrameCount) {
    self.settings = settings
    self.anchor = anchor
    self.latency = latency
  }

  /// Keeps a schedule alive that commands speak of.
  mutating func keep(_ schedule: ScheduleMemory) { schedules.append(schedule) }

  /// Adds a command that has acted at a frame.
  mutating func add(_ command: Command, at frame: SampleTime) { entries.append(.command(command, frame)) }

  /// Adds a mute.
  mutating func add(_ notice: Notice) {
    switch notice.fact {
    case .muteChanged(let isMuted): entries.append(.playerMute(notice.player, isMuted, notice.frame))
    case .hapticsMuteChanged(let isMuted): entries.append(.hapticsMute(isMuted, notice.frame))
    case .audioMuteChanged(let isMuted): entries.append(.audioMute(isMuted, notice.frame))
    default: return
    }
  }

  /// Renders `frames` frames from the run's frame 0 and gives each quantum's left and right channel to `body`.
  ///
  /// The limiter's look-ahead is not taken out: the monitor is ``Renderer/latency`` frames late.
  func render(frames: SampleTime, _ body: (UnsafePointer<Float>, UnsafePointer<Float>) -> Void) {
    var settings = settings
    settings.synthesises = true
    settings.reportsEvents = false
    var renderer = Renderer(settings)
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    var next = 0
    let ordered = entries
    while renderer.now < frames {
      let end = renderer.now + SampleTime(quantumFrames)
      while next < ordered.count, ordered[next].frame < end {
        send(ordered[next], to: &renderer)
        next += 1
      }
      renderer.renderQuantum()
      while renderer.notices.pop() != nil {}
      body(renderer.left, renderer.right)
    }
    _ = schedules
  }

  private func send(_ entry: Entry, to renderer: inout Renderer) {
    switch entry {
    case .command(var command, let frame):
      command.time = frame
      if !renderer.commands.push(command) {
        renderer.drainCommands()
        _ = renderer.commands.push(command)
      }
    case .playerMute(let player, let isMuted, _): renderer.controls.setMuted(isMuted, player: Int(player))
    case .hapticsMute(let isMuted, _): renderer.controls.setHapticsMuted(isMuted)
    case .audioMute(let isMuted, _): renderer.controls.setAudioMuted(isMuted)
    }
  }
}
