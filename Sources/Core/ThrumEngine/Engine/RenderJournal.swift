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
  private var patterns: [CompiledPattern] = []
  /// Commands that were sent and whose frame is not known yet, by serial.
  private var sent: [UInt64: Command] = [:]

  init(settings: RenderSettings, anchor: Double, latency: FrameCount) {
    self.settings = settings
    self.anchor = anchor
    self.latency = latency
  }

  /// Keeps a schedule alive that commands speak of.
  mutating func keep(_ pattern: CompiledPattern) { patterns.append(pattern) }

  /// Whether commands wait for their frame.
  var isWaiting: Bool { !sent.isEmpty }

  /// A command was sent.
  mutating func didSend(_ command: Command) { sent[command.serial] = command }

  /// A command that was sent will never act.
  mutating func didRefuse(_ serial: UInt64) { sent[serial] = nil }

  /// A command has acted at a frame. Returns it.
  mutating func didApply(_ serial: UInt64, at frame: SampleTime) -> Command? {
    guard let command = sent.removeValue(forKey: serial) else { return nil }
    entries.append(.command(command, frame))
    if command.isStop || command.isCancel { forgetStops(before: command) }
    return command
  }

  /// Of several stops by flag before one quantum only the last acts, and a cancel is a stop as well: the others never will.
  private mutating func forgetStops(before last: Command) {
    for (serial, command) in sent
    where serial < last.serial && command.player == last.player && command.time <= last.time
      && (command.isStop || command.isCancel && last.isCancel)
    {
      sent[serial] = nil
    }
  }

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
    _ = patterns
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

extension Command {
  fileprivate var isStop: Bool { if case .stop = action { true } else { false } }
  fileprivate var isCancel: Bool { if case .cancel = action { true } else { false } }
}
