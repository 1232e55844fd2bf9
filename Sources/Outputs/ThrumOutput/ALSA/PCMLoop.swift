import CRealtime
import ThrumDevice
import ThrumSystem

/// The I/O loop: waits for room, renders a period, writes it; recovers as `Docs/Output.md` tabulates. It owns its
/// ``PCM``, runs on one thread, and knows time only through the device's clock.
///
/// The real-time region reaches from having room to just before the write: libasound itself takes locks.
///
/// - Thread: the device's I/O thread.
final class PCMLoop {
  /// Limits of the recovery policy.
  struct Policy {
    /// Without an accepted frame for so long, a running device counts as stalled, s.
    var stallSeconds = 0.25
    /// A stalled device that has no room is opened again after, s: its stream may be dead.
    var reopenSeconds = 10.0
    /// One that was started again after an underrun and has not moved since is opened again after, s: longer than four
    /// periods of a sound server that makes 8192 frames at a time, each of which is an underrun of ours.
    var restartSeconds = 0.75
    /// One that has room and takes nothing is opened again after, s.
    var refusalSeconds = 2.0
    /// A lost device is given up after so long, s; time in calls that hang does not count. One that stands still is the
    /// engine's to give up.
    var giveUpSeconds = 10.0
    /// A call of the device that takes longer hangs, s.
    var hangSeconds = 0.5
    /// A suspended device may take so long to resume, s.
    var resumeSeconds = 1.0
    /// Recoveries in a row, without an accepted frame, after which a device counts as lost.
    var fruitlessRecoveries = 3
    /// Another opening in the process is waited for so long at most, as at the first opening, s.
    var openLockSeconds = 2.0
    /// First and longest pause between attempts to open, s.
    var backOff = 0.05...1.0
    /// Silence after which the device is stopped until something is to be played, s.
    var idleSeconds = idleOutputSeconds
  }

  /// A lost device.
  struct Loss {
    /// When it was lost.
    let since: UInt64
    /// Nanoseconds since then in calls that hung.
    var hung: UInt64 = 0
    /// Pause before the next attempt to open it, s.
    var backOff: Double
    /// Whether it stands still rather than refuses: a frozen server, a suspended sink.
    var isStandstill: Bool
    /// Whether the engine was told that it is gone.
    var isGivenUp = false
  }

  let pcm: any PCM
  let signals: ThreadSignals
  let report: PCMReport
  let openLock: OpenLock
  let policy: Policy
  /// With the lease that is good now.
  var feed: RenderFeed
  let channels: ChannelMap
  var format: PCMFormat
  var interleaver: Interleaver
  var reader = BlockReader()
  var buffer: UnsafeMutableRawPointer
  /// Frames in the buffer that the device has not taken yet, and where they begin.
  var pending = 0
  var pendingStart = 0
  var fruitless = 0
  /// When the device last took frames.
  var lastAccept: UInt64 = 0
  var isStalled = false
  /// Whether the device takes nothing although it has room.
  var isRefusing = false
  /// A loss that the device has not made up for yet, by playing on after it was opened again.
  var loss: Loss?
  /// Frames that the device has taken since it was started again after an underrun; `nil` once they are more than it holds:
  /// then it moves.
  var acceptedSinceUnderrun: Int?
  /// Frames that the device has taken since it was opened.
  var acceptedSinceOpening = 0
  /// Silent pacing while the device is away: from which moment and frame.
  var away: (since: UInt64, frame: SampleTime)?
  var emptyWakes = 0
  /// How long nothing has played.
  var idleness: Idleness
  /// By the clock, when the device keeps no time.
  var pace: PCMPace
  /// First frame that has not been rendered; read inside the lease, kept here for use outside.
  var renderedFrames: SampleTime = 0

  init(
    pcm: any PCM, format: PCMFormat, channels: ChannelMap, feed: RenderFeed, signals: ThreadSignals,
    report: PCMReport, openLock: OpenLock, policy: Policy = Policy()
  ) {
    self.pcm = pcm
    self.format = format
    self.channels = channels
    self.feed = feed
    self.signals = signals
    self.report = report
    self.openLock = openLock
    self.policy = policy
    interleaver = PCMLoop.makeInterleaver(channels, format)
    buffer = PCMLoop.makeBuffer(interleaver, format)
    pace = PCMPace(format, at: pcm.nanoseconds)
    idleness = Idleness(seconds: policy.idleSeconds)
  }

  deinit { buffer.deallocate() }

  private static func makeInterleaver(_ channels: ChannelMap, _ format: PCMFormat) -> Interleaver {
    let map = format.channels < channels.count ? ChannelMap.mono : channels.widened(to: format.channels)
    return Interleaver(map, format.sampleFormat)
  }

  private static func makeBuffer(_ interleaver: Interleaver, _ format: PCMFormat) -> UnsafeMutableRawPointer {
    let bytes = max(1, format.periodFrames) * interleaver.frameBytes
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    buffer.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return buffer
  }

  /// A device that was opened again may have agreed to something else.
  func adopt(_ format: PCMFormat) {
    self.format = format
    interleaver = PCMLoop.makeInterleaver(channels, format)
    buffer.deallocate()
    buffer = PCMLoop.makeBuffer(interleaver, format)
    pending = 0
    acceptedSinceOpening = 0
    acceptedSinceUnderrun = nil
    reader = BlockReader()
  }

  /// Runs until it is told to stop, or the lease is over. The device is open, configured and prepared.
  func run() {
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    lastAccept = pcm.nanoseconds
    pace = PCMPace(format, at: pcm.nanoseconds)
    while !signals.isStopping {
      guard iterate() else { return }
    }
    fadeOut()
  }

  /// One round; `false` when the loop has to end.
  func iterate() -> Bool {
    report.markAlive(pcm.nanoseconds)
    guard feed.lease.isHeld || regainLease() else { return false }
    let room = pcm.available()
    guard room >= 0 else { return handle(error: room) }
    if suspendWhenIdle(room: room) { return wakeUp() }
    if pending > 0 || room >= format.periodFrames {
      if pending == 0, let due = pace.due(format.periodFrames, at: pcm.nanoseconds) {
        pcm.sleep(until: min(due, pcm.nanoseconds + 100_000_000), orEvent: signals.wake)
        return true
      }
      guard pending > 0 || renderPeriod() else { return false }
      switch writePending() {
      case .progress: return true
      case .failed(let error): return handle(error: error)
      case .blocked: isRefusing = room >= format.periodFrames
      }
    }
    if let trouble = troubleOfState() { return handle(error: trouble) }
    return waitForRoom()
  }

  private func waitForRoom() -> Bool {
    guard watchForStall() else { return false }
    let period = Double(format.periodFrames) / Double(format.sampleRate)
    let deadline = pcm.nanoseconds + UInt64(min(0.1, max(0.002, 2 * period)) * 1e9)
    switch pcm.wait(until: deadline, orEvent: signals.wake) {
    case .ready:
      pauseAfterEmptyWake()
      return true
    case .deadline, .event: return true
    case .error: return judgeWake(patience: 1000)
    case .hangUp: return judgeWake(patience: 20)
    }
  }

  /// Ready, and nothing is taken, again and again: some server plug-ins do that.
  func pauseAfterEmptyWake() {
    emptyWakes += 1
    if emptyWakes > 16 { pcm.sleep(until: pcm.nanoseconds + 1_000_000, orEvent: signals.wake) }
  }

  /// poll complains: what is wrong shows in `avail` and in the state. When nothing does, nothing is, unless the
  /// complaint stays for this many milliseconds.
  private func judgeWake(patience: Int) -> Bool {
    let room = pcm.available()
    if room < 0 { return handle(error: room) }
    if let trouble = troubleOfState() { return handle(error: trouble) }
    emptyWakes += 1
    guard emptyWakes < patience else { return handle(error: -PCMError.inputOutput) }
    pcm.sleep(until: pcm.nanoseconds + 1_000_000, orEvent: signals.wake)
    return true
  }
}
