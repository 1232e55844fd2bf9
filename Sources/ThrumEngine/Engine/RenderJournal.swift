import CRealtime
import ThrumRender

/// What a run of the renderer was told, with the frames at which it acted: enough to render the same samples again,
/// bit for bit, as often as wanted.
struct RenderJournal {
  /// An order that has acted, or a mute that has changed at a quantum's begin.
  private enum Entry {
    case command(Command, SampleTime)
    case playerMute(Int32, Bool, SampleTime)
    case engineMute(Int32, Bool, SampleTime)

    var frame: SampleTime {
      switch self {
      case .command(_, let frame), .playerMute(_, _, let frame), .engineMute(_, _, let frame): frame
      }
    }
  }

  /// How the samples are shaped.
  let settings: RenderSettings
  /// Time of frame 0, s since the environment's beginning.
  let anchor: Double
  /// Frames by which the monitor is late.
  let latency: FrameCount
  /// Where the run ended; `nil` while it goes on.
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
    entries.append(
      notice.kind == .muteChanged
        ? .playerMute(notice.player, notice.value > 0, notice.frame)
        : .engineMute(notice.index, notice.value > 0, notice.frame))
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
        tell(ordered[next], &renderer)
        next += 1
      }
      renderer.renderQuantum()
      while renderer.notices.pop() != nil {}
      body(renderer.left, renderer.right)
    }
    _ = schedules
  }

  private func tell(_ entry: Entry, _ renderer: inout Renderer) {
    switch entry {
    case .command(var command, let frame):
      command.time = frame
      if !renderer.commands.push(command) {
        renderer.takeCommandsNow()
        _ = renderer.commands.push(command)
      }
    case .playerMute(let player, let isMuted, _): renderer.controls.setMuted(isMuted, player: Int(player))
    case .engineMute(let index, let isMuted, _):
      if index == 0 { renderer.controls.setHapticsMuted(isMuted) } else { renderer.controls.setAudioMuted(isMuted) }
    }
  }
}
