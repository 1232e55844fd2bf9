import CLinux
import ThrumDevice
import ThrumRender
import ThrumTime

/// One use of a device, with its host, session and timers.
///
/// A device call that returns too late finds a different run, or none, and has no effect.
///
/// - Thread: the engine's executor.
final class DeviceRun {
  /// `nil` in virtual time.
  let host: OutputHost?
  private(set) var session: RenderSession?
  private var closingTimer: TimerToken?
  private var standstill: TimerToken?

  init(_ host: OutputHost?, _ session: RenderSession? = nil) {
    self.host = host
    self.session = session
  }

  deinit { forgetTimers() }

  // MARK: Opening

  func open(in engine: isolated HapticEngine) {
    guard let host else { return }
    let request = engine.configuration.request
    host.perform(
      { $0.open(request) },
      done: { [weak engine] result in
        guard let engine else { return host.perform { _ = $0.stop() } }
        engine.assumeIsolated { $0.didOpen(result, host) }
      })
  }

  /// - Throws: ``OutputError`` if the process has no file descriptors left.
  func begin(_ session: RenderSession, in engine: isolated HapticEngine) throws(OutputError) {
    guard let host else { return }
    try session.observe(on: engine.executor.queue) { [weak engine] in engine?.assumeIsolated { $0.takeNotices() } }
    self.session = session
    session.begin { [weak engine] error in engine?.assumeIsolated { $0.didBegin(error, host) } }
  }

  // MARK: While it runs

  func limitStandstill(in engine: isolated HapticEngine) {
    guard standstill == nil, let host else { return }
    let end = engine.environment.engineTime + HapticEngine.standstillSeconds
    standstill = engine.environment.time.call(at: end, on: engine.executor) { [weak engine] in
      engine?.assumeIsolated { if $0.lifecycle.run?.host === host { $0.deviceIsGone() } }
    }
  }

  func forgetStandstill() {
    standstill?.cancel()
    standstill = nil
  }

  // MARK: Closing

  /// If `gently`, waits for pending sounds first.
  func end(gently: Bool, in engine: isolated HapticEngine) {
    guard let session else { return close(in: engine) }
    guard host != nil else { return endInVirtualTime(session, in: engine) }
    guard gently else { return close(in: engine) }
    drain(Drain(frames: session.controls.status.renderedFrames), in: engine)
  }

  /// What a stop has seen of its device. It counts looks instead of seconds: in a process that the machine starves, the
  /// render thread is as late as the engine, and the last tap must still be played.
  private struct Drain {
    static let secondsBetweenLooks = 0.005
    static let looks = 30

    /// Frames rendered when the stop began.
    let first: SampleTime
    var frames: SampleTime
    var looks = 0
    var looksWithoutProgress = 0

    init(frames: SampleTime) { (first, self.frames) = (frames, frames) }

    mutating func look(at rendered: SampleTime) {
      looks += 1
      looksWithoutProgress = rendered > frames ? 0 : looksWithoutProgress + 1
      frames = rendered
    }

    func isStuck(period: Double) -> Bool {
      Double(looksWithoutProgress) * Drain.secondsBetweenLooks > max(0.1, 1.5 * period)
    }
  }

  /// Closes the device when it is silent, when it stalls, or after 30 looks (0.15 s).
  private func drain(_ before: Drain, in engine: isolated HapticEngine) {
    guard let session, let host else { return }
    engine.takeNotices()
    var drain = before
    drain.look(at: session.controls.status.renderedFrames)
    let isStuck = drain.isStuck(period: Double(session.format.periodFrames) / session.format.sampleRate)
    // A suspended thread has seen all commands or will wake for them. A running thread has seen them once it has
    // rendered a quantum.
    let isSeen = session.isAsleep || (!session.controls.status.isSuspended && drain.frames > drain.first)
    guard drain.looks < Drain.looks, !isStuck, !(isSeen && session.isSilent) else { return close(in: engine) }
    // A strong reference, since an engine that the app has released must finish its last tap.
    let next = engine.environment.engineTime + Drain.secondsBetweenLooks
    setClosingTimer(
      engine.environment.time.call(at: next, on: engine.executor) { [drain] in
        engine.assumeIsolated { engine in
          guard engine.lifecycle.state == .stopping, let run = engine.lifecycle.run, run.host === host else { return }
          run.drain(drain, in: engine)
        }
      })
  }

  /// Closes the device, keeping the engine alive until the device has closed or is overdue.
  func close(in engine: isolated HapticEngine) {
    abandon(in: engine)
    let seconds = max(HapticEngine.stopSeconds, session?.format.closingSeconds ?? 0)
    setClosingTimer(
      engine.environment.time.call(at: engine.environment.engineTime + seconds, on: engine.executor) { [host] in
        engine.assumeIsolated { if $0.lifecycle.leaving?.host === host { $0.finishClosing(hasEnded: false) } }
      })
  }

  /// Closes the device without delaying the engine. The next start waits until the device has closed.
  func abandon(in engine: isolated HapticEngine) {
    guard let host else { return }
    let done: @Sendable (OutputHost.Ending) -> Bool = { [weak engine] ending in
      guard let engine else { return false }
      engine.assumeIsolated { $0.deviceDidEnd(ending, host) }
      return true
    }
    if let session { session.end(done) } else { host.perform({ $0.stop() }, done: { _ = done($0) }) }
  }

  func forgetTimers() {
    closingTimer?.cancel()
    forgetStandstill()
  }

  private func setClosingTimer(_ timer: TimerToken) {
    closingTimer?.cancel()
    closingTimer = timer
  }
}

extension DeviceRun {
  static func virtualFormat(_ request: OutputRequest) -> OutputFormat {
    OutputFormat(
      name: "virtual", sampleRate: request.sampleRate, periodFrames: quantumFrames, bufferFrames: quantumFrames)
  }

  func beginInVirtualTime(in engine: isolated HapticEngine) {
    engine.environment.time.add(
      VirtualTime.Pump(
        engine: engine.number,
        nextBoundary: { [weak engine] in engine?.assumeIsolated { $0.lifecycle.run?.nextBoundary(in: $0) } },
        isBusy: { [weak engine] in engine?.assumeIsolated { $0.session != nil && $0.players.isBusy } ?? false },
        run: { [weak engine] limit in engine?.assumeIsolated { $0.lifecycle.run?.render(until: limit) } },
        collect: { [weak engine] in engine?.assumeIsolated { $0.takeNotices() } }))
  }

  /// Renders the tails at once, since the app can no longer affect them.
  func endInVirtualTime(_ session: RenderSession, in engine: isolated HapticEngine) {
    let end = session.renderedFrames + frames(HapticEngine.stopSeconds, at: session.format.sampleRate)
    var reached = session.renderedFrames
    while reached + SampleTime(quantumFrames) <= end {
      let next = session.render(until: end)
      engine.takeNotices()
      guard next > reached else { break }
      reached = next
    }
    engine.environment.time.removePump(of: engine.number)
    engine.finishClosing(hasEnded: true)
  }

  private func nextBoundary(in engine: isolated HapticEngine) -> Double? {
    guard let session, engine.players.activeCount > 0 || session.journal?.isWaiting == true else { return nil }
    return session.clock.time(of: session.renderedFrames + SampleTime(quantumFrames))
  }

  private func render(until time: Double) -> Double? {
    guard let session else { return nil }
    let target = session.clock.frame(at: time)
    let reached = session.render(until: target)
    guard session.notices.hasContent else { return nil }
    return min(time, session.clock.time(of: reached))
  }
}

/// Source of event file descriptors, which tests can exhaust.
struct WakeDescriptors: Sendable {
  /// Returns a descriptor, or a negative number on failure.
  var make: @Sendable () -> Int32
  var duplicate: @Sendable (Int32) -> Int32
  var close: @Sendable (Int32) -> Void

  static let system = WakeDescriptors(
    make: { thrum_event_make() }, duplicate: { thrum_event_duplicate($0) }, close: { thrum_event_close($0) })

  static func shortage(_ device: String) -> OutputError {
    OutputError(
      .failed, device: device, message: "the process has no free file descriptor: raise its limit (ulimit -n)")
  }
}
