import ThrumDevice
import ThrumRender

/// One use of a device, from its opening until it has closed, and all that exists only for so long: the device's host, what
/// renders for it, and the timers that close it or give it up.
///
/// A call into the device may come back late, when the engine has given the device up: it finds another run in this one's
/// place, or none, and changes nothing.
///
/// - Thread: the engine's executor.
final class DeviceRun {
  /// The device; `nil` in virtual time, where time itself drives the renderer.
  let host: OutputHost?
  /// What renders, as soon as the device is open.
  private(set) var session: RenderSession?
  /// The next look at a device that fades, or the end of patience with one that closes.
  private var closingTimer: TimerToken?
  /// When a device that takes no frames is given up.
  private var standstill: TimerToken?

  init(_ host: OutputHost?, _ session: RenderSession? = nil) {
    self.host = host
    self.session = session
  }

  deinit { forgetTimers() }

  // MARK: Opening

  /// Opens the device.
  func open(in engine: isolated HapticEngine) {
    guard let host else { return }
    let request = engine.configuration.request
    host.perform({ $0.open(request) }) { [weak engine] result in
      guard let engine else { return host.perform { _ = $0.stop() } }
      engine.assumeIsolated { $0.didOpen(result, host) }
    }
  }

  /// Hands the renderer to the device, which has opened.
  ///
  /// - Throws: ``OutputError`` when the process has no file descriptor left.
  func begin(_ session: RenderSession, in engine: isolated HapticEngine) throws(OutputError) {
    guard let host else { return }
    try session.observe(on: engine.executor.queue) { [weak engine] in engine?.assumeIsolated { $0.takeNotices() } }
    self.session = session
    session.begin { [weak engine] error in engine?.assumeIsolated { $0.didBegin(error, host) } }
  }

  // MARK: While it runs

  /// The device takes no frames. It may be a frozen sound server, which will come back: the run is given up late.
  func limitStandstill(in engine: isolated HapticEngine) {
    guard standstill == nil, let host else { return }
    let end = engine.environment.now + HapticEngine.standstillSeconds
    standstill = engine.environment.time.call(at: end, on: engine.executor) { [weak engine] in
      engine?.assumeIsolated { if $0.lifecycle.run?.host === host { $0.deviceIsGone() } }
    }
  }

  /// The device accepts frames again.
  func forgetStandstill() {
    standstill?.cancel()
    standstill = nil
  }

  // MARK: Closing

  /// Ends the run; gently, what is due sounds to its end before. The engine hears of the end in
  /// ``HapticEngine/finishClosing(hasEnded:)``.
  func end(gently: Bool, in engine: isolated HapticEngine) {
    guard let session else { return close(in: engine) }
    guard host != nil else { return endInVirtualTime(session, in: engine) }
    let (now, frames) = (engine.environment.now, session.controls.status.renderedFrames)
    drain(until: gently ? now + 0.15 : now, seen: Progress(first: frames, frames: frames, time: now), in: engine)
  }

  /// How far a device has come, and when it was last seen to move.
  private struct Progress {
    /// Frames at the stop.
    let first: SampleTime
    var frames: SampleTime
    /// Engine time.
    var time: Double
  }

  /// Waits until all is silent, at most to the deadline, and not at all for a device that stalls; then closes it.
  private func drain(until deadline: Double, seen before: Progress, in engine: isolated HapticEngine) {
    guard let session, let host else { return }
    engine.takeNotices()
    let now = engine.environment.now
    let isSuspended = session.controls.status.isSuspended
    let rendered = session.controls.status.renderedFrames
    let seen = rendered > before.frames ? Progress(first: before.first, frames: rendered, time: now) : before
    let period = Double(session.format.periodFrames) / session.format.sampleRate
    let isStuck = now - seen.time > max(0.1, 1.5 * period)
    // A suspended thread has seen all there is, or will wake for it; one that is not shows it by a quantum.
    let isSeen = session.isAsleep || (!isSuspended && rendered > seen.first)
    let isSilent = isSeen && session.isSilent
    guard now < deadline, !isStuck, !isSilent else { return close(in: engine) }
    // An engine that stops lives until it has stopped, also when the app has let go of it: a tap is felt whole.
    setClosingTimer(
      engine.environment.time.call(at: now + 0.005, on: engine.executor) {
        engine.assumeIsolated { engine in
          guard engine.lifecycle.state == .stopping, let run = engine.lifecycle.run, run.host === host else { return }
          run.drain(until: deadline, seen: seen, in: engine)
        }
      })
  }

  /// Closes the device; the engine continues when that has happened or has taken too long. It lives until then, also when the
  /// app has let go of it.
  func close(in engine: isolated HapticEngine) {
    abandon(in: engine)
    let seconds = max(HapticEngine.stopSeconds, session?.format.closingSeconds ?? 0)
    setClosingTimer(
      engine.environment.time.call(at: engine.environment.now + seconds, on: engine.executor) { [host] in
        engine.assumeIsolated { if $0.lifecycle.leaving?.host === host { $0.finishClosing(hasEnded: false) } }
      })
  }

  /// Closes the device without holding up the engine. The next start waits for it, as two runs cannot have it open at once.
  func abandon(in engine: isolated HapticEngine) {
    guard let host else { return }
    let done: @Sendable (OutputHost.Ending) -> Bool = { [weak engine] ending in
      guard let engine else { return false }
      engine.assumeIsolated { $0.deviceDidEnd(ending, host) }
      return true
    }
    if let session { session.end(done) } else { host.perform({ $0.stop() }) { _ = done($0) } }
  }

  /// Takes the timers back.
  func forgetTimers() {
    closingTimer?.cancel()
    forgetStandstill()
  }

  private func setClosingTimer(_ timer: TimerToken) {
    closingTimer?.cancel()
    closingTimer = timer
  }
}
