import CLinux
import ThrumDevice
import ThrumSystem

// How sound gets to a card, whatever the card does.
//
// One iteration: say that the thread is alive; hold the lease or ask for it; ask the device how many frames it has room
// for; render a period into the buffer and write it; if nothing could be written, look at the device's state and wait
// for room, a wake-up or a short deadline. Every way out of an iteration is short, so a stop is seen within 0.1 s
// unless libasound hangs.
//
// Plug-ins of sound servers report success for what failed and errors for what did not. So the loop acts on the
// device's state, not on one return value (`+Recovery`): underrun, prepare; suspended, resume, then prepare; anything
// else, or four recoveries in a row without playing, close and reopen (`+Reopening`). While there is no device, players
// keep time: frames are rendered at the pace of the clock and discarded (`+Time`). `+Suspension` stops an idle device,
// `+Lease` comes back after a hang.
//
// Callers: `IOThread` runs it on `thrum-io`, the only thread that calls libasound for this device. Others talk to it
// through `ThreadSignals` (stop, wake) and read `PCMReport`. A call that hangs is the matter of `Watchdog`.
//
// What must never happen: a frame that is played wrongly or twice; a busy loop; a wait inside the lease; a lost device
// that nobody hears of.
//
// Proof: `PCMLoopTests`, and `FaultMatrixTests`: each ALSA call fails with each error, in virtual time, with the real
// renderer; `ALSARigTests` with libasound. Decisions 0010, 0016, 0024; `Docs/Output.md` for users.

/// The I/O loop: waits for room, renders and writes a period, and recovers from errors (`Docs/Output.md`).
///
/// The real-time region ends before the write, because libasound takes locks. Functions return `false` to end the loop.
///
/// - Thread: the device's I/O thread.
final class PCMLoop {
  struct Policy {
    /// Time without an accepted frame before a running device counts as stalled.
    var stallSeconds = 0.25
    /// Time before reopening a stalled device whose buffer has no room, since its stream may be dead.
    var reopenSeconds = 10.0
    /// Time before reopening a device that has not advanced since an underrun. Longer than four 8192-frame server
    /// periods, each with an underrun.
    var restartSeconds = 0.75
    /// Time before reopening a device that has room but accepts nothing.
    var refusalSeconds = 2.0
    /// Time before giving up on a lost device, not counting hanging calls. The engine handles stalls.
    var giveUpSeconds = 10.0
    var hangSeconds = 0.5
    var resumeSeconds = 1.0
    /// Maximum number of consecutive recoveries without playback. After one more, the device counts as lost.
    var fruitlessRecoveries = 3
    /// Maximum wait while another thread opens its device.
    var openLockSeconds = 2.0
    /// Initial and maximum pause between attempts to open, s.
    var backOff = 0.05...1.0
    var idleSeconds = idleOutputSeconds
  }

  struct Loss {
    /// Monotonic ns.
    let since: UInt64
    /// ns spent in hanging calls.
    var hung: UInt64 = 0
    /// Pause before the next attempt, s.
    var backOff: Double
    /// Whether the cause is a frozen server or suspended sink, not a refusal.
    var isStandstill: Bool
    var isGivenUp = false
  }

  let pcm: any PCM
  let signals: ThreadSignals
  let report: PCMReport
  let openLock: OpenLock
  let policy: Policy
  var feed: RenderFeed
  let channels: ChannelMap
  var format: PCMFormat
  var interleaver: Interleaver
  var reader = BlockReader()
  var buffer: UnsafeMutableRawPointer
  /// Frames in the buffer not yet accepted, and the index of the first.
  var pending = 0
  var pendingStart = 0
  var fruitless = 0
  /// Monotonic ns.
  var lastAccept: UInt64 = 0
  var isStalled = false
  var isRefusing = false
  /// Set until the reopened device has played.
  var loss: Loss?
  /// Frames accepted since a restart after an underrun, or `nil` once they exceed the buffer.
  var acceptedSinceUnderrun: Int?
  var acceptedSinceOpening = 0
  /// Start of silent pacing.
  var away: (since: UInt64, frame: SampleTime)?
  var emptyWakes = 0
  var idleness: Idleness
  var pace: PCMPace
  /// Next frame to render, for use outside the lease.
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

  /// The device must be open, configured and prepared.
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

  /// Slows down if the device, like some server plug-ins, is ready but accepts nothing.
  func pauseAfterEmptyWake() {
    emptyWakes += 1
    if emptyWakes > 16 { pcm.sleep(until: pcm.nanoseconds + 1_000_000, orEvent: signals.wake) }
  }

  /// Looks for the cause of a poll error in `avail` and the state. If there is none, treats it as an I/O error after
  /// `patience` ms.
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
