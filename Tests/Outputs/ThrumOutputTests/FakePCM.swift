import CLinux
import Glibc
import ThrumDevice
import ThrumRender
import ThrumSystem

@testable import ThrumOutput

/// A sound card in virtual time that plays the kernel: it consumes frames by its own clock and fails by a script.
final class FakePCM: PCM {
  /// A fault that occurs once, after a number of accepted frames.
  struct Fault {
    var atFrame: Int
    var kind: Kind
    enum Kind: Equatable {
      case underrun
      /// Every call returns an underrun from now on, and prepare succeeds, like a killed PipeWire.
      case underrunForEver
      /// An underrun; restarted, the device runs but takes nothing until it is reopened, like PipeWire's plug-in when
      /// the server's period changes.
      case underrunAndStandstill
      /// Suspended; resume returns these results in turn, then succeeds.
      case suspend(resume: [Int])
      /// Suspended; resume returns 0 but the state stays suspended.
      case stubbornSuspend
      /// Lost; opening fails this many times, then succeeds.
      case gone(error: Int, openings: Int)
      /// Takes nothing for this many seconds.
      case freeze(seconds: Double)
      /// The next write takes half of its frames.
      case shortWrite
      /// The next write returns a temporary error.
      case passing(error: Int)
      /// The next write returns this many seconds later.
      case hang(seconds: Double)
      /// Has room but takes nothing, however often it is reopened.
      case refuse
      /// poll reports an error although the state is fine.
      case pollError
    }
  }

  let format: PCMFormat
  var faults: [Fault]
  /// The loop is stopped after a number of accepted frames, or after a time.
  var stopAtFrame: Int
  var stopAtSeconds = 30.0
  let signals: ThreadSignals

  private(set) var accepted: [Float] = []
  /// State-changing calls, in order.
  private(set) var calls: [String] = []
  private var now: UInt64 = 1_000_000_000
  private var queued = 0
  private var consumedAt: UInt64 = 0
  private var deadUntilPrepared = false
  private var resumeResults: [Int] = []
  private var isStubborn = false
  private var frozenUntil: UInt64 = 0
  private var takesHalf = false
  private var standsStill = false
  private var hangSeconds = 0.0
  /// Takes any number of frames at once and keeps no time, like ALSA's `null`.
  var isUnpaced = false
  private(set) var sleeps = 0
  /// Called while a write hangs and while the loop sleeps.
  var whileHanging: () -> Void = {}
  var whileSleeping: () -> Void = {}
  /// Called when the device has been dropped.
  var whileDropped: () -> Void = {}
  /// Durations of the close calls in turn, s.
  var closeSeconds: [Double] = []
  private var refuses = false
  private var passingError = 0
  private var pollError = false
  private var underrunsForEver = false
  private var failingOpenings = 0
  private var hasWoken = false
  private var goneError = 0
  private(set) var current = PCMState.prepared

  init(signals: ThreadSignals, faults: [Fault] = [], stopAtFrame: Int = 9600) {
    self.signals = signals
    self.faults = faults
    self.stopAtFrame = stopAtFrame
    format = PCMFormat(
      sampleRate: 48_000, periodFrames: 256, bufferFrames: 1024, channels: 2, sampleFormat: .float32)
  }

  var seconds: Double { Double(now - 1_000_000_000) * 1e-9 }
  var nanoseconds: UInt64 { now }
  var acceptedFrames: Int { accepted.count / 2 }

  private func advance(to time: UInt64) {
    guard time > now else { return }
    now = time
    if seconds > stopAtSeconds { signals.stop() }
    guard current == .running, now > frozenUntil, !standsStill else {
      consumedAt = now
      return
    }
    let due = Int(Double(now - consumedAt) * 48e3 * 1e-9)
    consumedAt += UInt64(Double(due) / 48e3 * 1e9)
    queued -= due
    if queued < 0 {
      queued = 0
      current = .xrun
    }
  }

  private func trip() {
    guard let fault = faults.first, acceptedFrames >= fault.atFrame else { return }
    faults.removeFirst()
    switch fault.kind {
    case .underrun: current = .xrun
    case .underrunAndStandstill:
      current = .xrun
      standsStill = true
    case .underrunForEver:
      underrunsForEver = true
      current = .xrun
    case .suspend(let results):
      resumeResults = results
      current = .suspended
    case .stubbornSuspend:
      isStubborn = true
      current = .suspended
    case .gone(let error, let openings):
      goneError = error
      failingOpenings = openings
      current = .disconnected
    case .freeze(let seconds): frozenUntil = now + UInt64(seconds * 1e9)
    case .shortWrite: takesHalf = true
    case .passing(let error): passingError = error
    case .hang(let seconds): hangSeconds = seconds
    case .refuse: refuses = true
    case .pollError: pollError = true
    }
  }

  func open() -> Int {
    calls.append("open")
    guard failingOpenings == 0 else {
      failingOpenings -= 1
      return -Int(ENOENT)
    }
    goneError = 0
    standsStill = false
    current = .open
    return 0
  }

  func configure() -> Result<PCMFormat, PCMFailure> {
    current = .setup
    return .success(format)
  }

  func available() -> Int {
    trip()
    if goneError != 0 { return -goneError }
    return current == .xrun ? -Int(EPIPE) : 1024 - queued
  }

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    if hangSeconds > 0 {
      advance(to: now + UInt64(hangSeconds * 1e9))
      hangSeconds = 0
      whileHanging()
    }
    if goneError != 0 { return -goneError }
    if current == .xrun || underrunsForEver { return -Int(EPIPE) }
    if current == .suspended { return -Int(ESTRPIPE) }
    if passingError != 0 {
      defer { passingError = 0 }
      return -passingError
    }
    if refuses { return -Int(EAGAIN) }
    var taken = min(count, 1024 - queued)
    if takesHalf {
      taken /= 2
      takesHalf = false
    }
    guard taken > 0 else { return -Int(EAGAIN) }
    accepted.append(
      contentsOf: UnsafeBufferPointer(start: frames.assumingMemoryBound(to: Float.self), count: taken * 2))
    queued += isUnpaced ? 0 : taken
    if current == .prepared, queued == 1024 {
      current = .running
      consumedAt = now
    }
    if acceptedFrames >= stopAtFrame { signals.stop() }
    return taken
  }

  func prepare() -> Int {
    calls.append("prepare")
    if goneError != 0 { return -goneError }
    queued = 0
    current = underrunsForEver ? .xrun : .prepared
    return 0
  }

  func resume() -> Int {
    calls.append("resume")
    if isStubborn { return 0 }
    guard !resumeResults.isEmpty else {
      current = .running
      consumedAt = now
      return 0
    }
    return resumeResults.removeFirst()
  }

  func start() -> Int {
    calls.append("start")
    current = .running
    consumedAt = now
    return 0
  }

  func drop() -> Int {
    calls.append("drop")
    isStubborn = false
    current = .setup
    queued = 0
    whileDropped()
    return 0
  }

  func close() {
    calls.append("close")
    if !closeSeconds.isEmpty { advance(to: now + UInt64(closeSeconds.removeFirst() * 1e9)) }
    if underrunsForEver {
      underrunsForEver = false
      failingOpenings = 1
    }
  }

  var state: PCMState {
    trip()
    return current
  }

  var delay: Int? { queued }

  func wait(until deadline: UInt64, orEvent event: Int32) -> PCMWake {
    if signals.isStopping, !hasWoken {
      hasWoken = true
      return .event
    }
    if pollError {
      pollError = false
      current = .xrun
      return .error
    }
    if goneError != 0 { return .hangUp }
    if current == .running, now >= frozenUntil, !standsStill {
      let missing = 256 - (1024 - queued)
      let ready = now + UInt64(Double(max(0, missing)) / 48e3 * 1e9) + 1000
      if ready <= deadline {
        advance(to: ready)
        return .ready
      }
    }
    advance(to: max(deadline, now + 1))
    return .deadline
  }

  func sleep(until deadline: UInt64, orEvent event: Int32) {
    sleeps += 1
    advance(to: max(deadline, now + 1))
    whileSleeping()
  }
}
