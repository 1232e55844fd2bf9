import ThrumDevice
import ThrumRender

/// Opens, fades and closes the engine's device, on the device's own queue. What comes back late, from a device that was given
/// up, finds another device in its place, or none, and changes nothing.
extension HapticEngine {
  func openDevice() {
    let host = OutputHost(
      environment.time.makeDeviceQueue(for: executor), configuration.makeOutput ?? environment.defaults.makeOutput)
    lifecycle.attempt(.opening(host))
    let request = configuration.request
    host.perform({ $0.open(request) }) { [weak self] result in
      guard let self else { return host.perform { _ = $0.stop() } }
      assumeIsolated { $0.didOpen(result, host) }
    }
  }

  private func didOpen(_ result: Result<OutputFormat, OutputError>, _ host: OutputHost) {
    guard lifecycle.attempted === host else { return }
    do throws(OutputError) {
      let session = try makeSession(try result.get(), host: host)
      try session.observe(on: executor.queue) { [weak self] in self?.assumeIsolated { $0.takeNotices() } }
      lifecycle.attempt(.beginning(session))
      session.begin { [weak self] error in self?.assumeIsolated { $0.didBegin(error, host) } }
    } catch {
      lifecycle.refuse(EngineError(output: error), Lifecycle.Closing(session: nil))
      closeUnused(host)
      waitForClosing(host, seconds: HapticEngine.stopSeconds)
    }
  }

  private func didBegin(_ error: OutputError?, _ host: OutputHost) {
    guard lifecycle.attempted === host, let session else { return }
    guard let error else { return didStart(session) }
    lifecycle.refuse(EngineError(output: error), Lifecycle.Closing(session: session))
    close(session, host)
  }

  private func makeSession(_ format: OutputFormat, host: OutputHost?) throws(OutputError) -> RenderSession {
    var settings = configuration.settings
    // Twice the players that can be active: the others keep what they were told.
    settings.playerCapacity = min(4096, 2 * settings.playerCapacity)
    settings.gainDecibels = gainDecibels
    if environment.profile.isController { settings.continuousLimitSeconds = 1e9 }
    if host == nil {
      settings.synthesises = false
      settings.reportsEvents = true
    }
    let plan = RenderSession.Plan(
      settings: settings, mostActive: configuration.settings.playerCapacity, switches: switches, begin: environment.now,
      keepsJournal: host == nil || configuration.keepsJournal, descriptors: configuration.descriptors)
    return try RenderSession(format, plan, host: host, serials: serials)
  }

  // MARK: Closing

  /// Closes a device that nothing was rendered to, when it has opened. A start waits for it, as two cannot have it open
  /// at once.
  func closeUnused(_ host: OutputHost) {
    closing = .unused(host)
    host.perform({ $0.stop() }) { [weak self] ending in self?.assumeIsolated { $0.deviceDidEnd(ending, host) } }
  }

  /// Ends a run; a device that does not answer in time closes on its own.
  private func close(_ session: RenderSession, _ host: OutputHost) {
    endInBackground(session, host)
    waitForClosing(host, seconds: max(HapticEngine.stopSeconds, session.format.closingSeconds))
  }

  func endInBackground(_ session: RenderSession, _ host: OutputHost) {
    closing = .used(session, host)
    session.end { [weak self] ending in
      guard let self else { return false }
      assumeIsolated { $0.deviceDidEnd(ending, host) }
      return true
    }
  }

  /// The engine has stopped after some seconds, whatever becomes of its device. It lives until then, also when the app has let
  /// go of it.
  func waitForClosing(_ host: OutputHost, seconds: Double) {
    lifecycle.setClosingTimer(
      environment.time.call(at: environment.now + seconds, on: executor) {
        self.assumeIsolated { if $0.closing?.host === host { $0.finishClosing() } }
      })
  }

  private func deviceDidEnd(_ ending: OutputHost.Ending, _ host: OutputHost) {
    guard let device = closing, device.host === host else { return }
    closing = nil
    if case .used(let session, _) = device {
      if session === self.session { takeNotices() }
      session.didEnd(ending)
      if !lifecycle.isWaiting { outputProblem = ending.problem }
    }
    finishClosing()
    // A start that has waited for the device.
    if lifecycle.isWaiting, closing == nil { openDevice() }
  }

  // MARK: Fading

  /// Lets a run end; gently, what is due sounds to its end before.
  func fade(_ session: RenderSession, gently: Bool) {
    guard let host = session.host else { return endManually(session) }
    let now = environment.now
    drain(
      session, host, deadline: gently ? now + 0.15 : now,
      seen: Progress(
        first: session.controls.status.renderedFrames, frames: session.controls.status.renderedFrames, time: now))
  }

  /// How far a device has come, and when it was last seen to move.
  private struct Progress {
    /// Frames at the stop.
    let first: SampleTime
    var frames: SampleTime
    /// Engine time.
    var time: Double
  }

  /// Waits until all is silent, at most to the deadline, and not at all for a device that stalls.
  private func drain(_ session: RenderSession, _ host: OutputHost, deadline: Double, seen before: Progress) {
    takeNotices()
    let now = environment.now
    let isSuspended = session.controls.status.isSuspended
    let rendered = session.controls.status.renderedFrames
    let seen = rendered > before.frames ? Progress(first: before.first, frames: rendered, time: now) : before
    let period = Double(session.format.periodFrames) / session.format.sampleRate
    let isStuck = now - seen.time > max(0.1, 1.5 * period)
    // A suspended thread has seen all there is, or will wake for it; one that is not shows it by a quantum.
    let isSeen = session.isAsleep || (!isSuspended && rendered > seen.first)
    let isSilent = isSeen && session.isSilent
    guard now < deadline, !isStuck, !isSilent else { return close(session, host) }
    // An engine that stops lives until it has stopped, also when the app has let go of it: a tap is felt whole.
    lifecycle.setClosingTimer(
      environment.time.call(at: now + 0.005, on: executor) {
        self.assumeIsolated { engine in
          guard engine.lifecycle.state == .stopping, let session = engine.session, session.host === host else { return }
          engine.drain(session, host, deadline: deadline, seen: seen)
        }
      })
  }

  // MARK: Without a device, in virtual time

  func beginManually() {
    let format = OutputFormat(
      name: "virtual", sampleRate: configuration.request.sampleRate, periodFrames: quantumFrames,
      bufferFrames: quantumFrames)
    let session: RenderSession
    do throws(OutputError) { session = try makeSession(format, host: nil) } catch {
      return failStart(EngineError(output: error))
    }
    environment.virtualTime?.add(
      VirtualTime.Pump(
        engine: number,
        nextBoundary: { [weak self] in self?.assumeIsolated { $0.nextBoundary } },
        isBusy: { [weak self] in self?.assumeIsolated { $0.session != nil && $0.players.isBusy } ?? false },
        run: { [weak self] limit in self?.assumeIsolated { $0.render(until: limit) } },
        collect: { [weak self] in self?.assumeIsolated { $0.takeNotices() } }))
    didStart(session)
  }

  /// Ends the run: its tails sound in a future of their own, where nothing that the app can do reaches them any more.
  func endManually(_ session: RenderSession) {
    let end = session.renderedFrames + frames(HapticEngine.stopSeconds, at: session.format.sampleRate)
    var reached = session.renderedFrames
    while reached + SampleTime(quantumFrames) <= end {
      let next = session.render(until: end)
      takeNotices()
      guard next > reached else { break }
      reached = next
    }
    environment.virtualTime?.removePump(of: number)
    finishClosing()
  }

  /// Engine time of the end of the quantum that comes next, while the renderer has something to do.
  private var nextBoundary: Double? {
    guard let session, players.activeCount > 0 || session.journal?.isWaiting == true else { return nil }
    return session.clock.time(of: session.renderedFrames + SampleTime(quantumFrames))
  }

  /// Renders the quanta that end up to an engine time; stops after one that had something to tell, and returns its end.
  private func render(until time: Double) -> Double? {
    guard let session else { return nil }
    let target = session.clock.frame(at: time)
    let reached = session.render(until: target)
    guard session.notices.hasContent else { return nil }
    return min(time, session.clock.time(of: reached))
  }
}

extension EngineError {
  /// What a device's refusal is to Core Haptics.
  init(output error: OutputError) {
    switch error.reason {
    case .timeout: self.init(.engineStartTimeout, error.message, output: error)
    case .noDevice, .busy, .notPermitted, .unsupported, .noServer, .failed:
      self.init(.serverInitFailed, error.message, output: error)
    }
  }
}
