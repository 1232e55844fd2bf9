import CLinux
import ThrumDevice
import ThrumOffline
import ThrumRender

/// A run's commands and the frames at which they took effect, for bit-exact rerendering.
///
/// Safety: a value. The schedules to which commands point are never changed, and ``patterns`` keeps them alive.
struct RenderJournal: @unchecked Sendable {
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

  let settings: RenderSettings
  /// Engine time of frame 0, s.
  let anchor: Double
  let latency: FrameCount
  /// `nil` while the run continues.
  var end: SampleTime?
  private var entries: [Entry] = []
  private var patterns: [CompiledPattern] = []
  /// Sent commands whose frame is not yet known.
  private var sent: [UInt64: Command] = [:]

  init(settings: RenderSettings, anchor: Double, latency: FrameCount) {
    self.settings = settings
    self.anchor = anchor
    self.latency = latency
  }

  mutating func keep(_ pattern: CompiledPattern) { patterns.append(pattern) }

  var isWaiting: Bool { !sent.isEmpty }

  mutating func didSend(_ command: Command) { sent[command.serial] = command }

  mutating func didRefuse(_ serial: UInt64) { sent[serial] = nil }

  mutating func didApply(_ serial: UInt64, at frame: SampleTime) -> Command? {
    guard let command = sent.removeValue(forKey: serial) else { return nil }
    entries.append(.command(command, frame))
    if command.isStop || command.isCancel { forgetStops(before: command) }
    return command
  }

  /// Removes stops that had no effect: only the last one before a quantum counts. A cancel counts as a stop.
  private mutating func forgetStops(before last: Command) {
    for (serial, command) in sent
    where serial < last.serial && command.player == last.player && command.time <= last.time
      && (command.isStop || command.isCancel && last.isCancel)
    {
      sent[serial] = nil
    }
  }

  mutating func add(_ notice: Notice) {
    switch notice.fact {
    case .muteChanged(let isMuted): entries.append(.playerMute(notice.player, isMuted, notice.frame))
    case .hapticsMuteChanged(let isMuted): entries.append(.hapticsMute(isMuted, notice.frame))
    case .audioMuteChanged(let isMuted): entries.append(.audioMute(isMuted, notice.frame))
    default: return
    }
  }

  /// Renders from frame 0 and passes each quantum's left and right channels to `body`.
  ///
  /// The monitor lags by ``Renderer/latency`` frames, the limiter's look-ahead.
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
