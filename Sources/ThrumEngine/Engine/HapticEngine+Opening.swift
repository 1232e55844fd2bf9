import ThrumRender

extension HapticEngine {
  /// A device that is being opened.
  struct Opening {
    let host: OutputHost
    let deadline: TimerToken
  }

  /// A device that is being closed.
  enum ClosingDevice {
    /// Nothing was rendered to it.
    case unused
    /// It has rendered a run.
    case used(RenderSession)
  }

  /// Opens the device: at once in virtual time; on the device's own queue otherwise, as soon as no device of a run before is
  /// open any more.
  func openOutput() {
    run += 1
    outputProblem = nil
    deviceNotes = DeviceNotes()
    guard environment.opensDevices else { return beginByHand() }
    guard closing.isEmpty else { return limitWaiting() }
    openDevice()
  }

  private func openDevice() {
    let host = OutputHost(
      environment.time.makeDeviceQueue(for: executor), configuration.makeOutput ?? environment.defaults.makeOutput)
    let run = run
    let deadline = environment.time.call(
      at: startDeadline?.time ?? environment.now + HapticEngine.startSeconds, on: executor
    ) { [weak self] in self?.assumeIsolated { $0.openingTookTooLong(run) } }
    opening = Opening(host: host, deadline: deadline)
    let request = configuration.request
    host.perform({ $0.open(request) }) { [weak self] result in
      guard let self else { return host.perform { _ = $0.stop() } }
      assumeIsolated { $0.didOpen(result, run) }
    }
  }

  /// A device of a run before has closed: a start that has waited for it goes on.
  func openIfAwaited() {
    if closing.isEmpty, lifecycle.state == .starting, opening == nil, session == nil { openDevice() }
  }

  private func openingTookTooLong(_ run: UInt64) {
    guard run == self.run, let opening else { return }
    if session != nil {
      self.opening = nil
      endSession()
    } else {
      close(opening)
    }
    fail(
      EngineError(
        .engineStartTimeout,
        "the device did not open within \(Int(HapticEngine.startSeconds)) s; its sound server may be frozen: restart it"
      ))
  }

  /// Closes a device that nothing was rendered to, when it has opened. A start waits for it, as two cannot have it open
  /// at once.
  private func close(_ opening: Opening) {
    self.opening = nil
    opening.deadline.cancel()
    let run = run
    closing[run] = .unused
    opening.host.perform({ $0.stop() }) { [weak self] _ in
      self?.assumeIsolated { engine in
        engine.closing[run] = nil
        if engine.run == run { engine.didClose() }
        engine.openIfAwaited()
      }
    }
  }

  /// The same for an engine that is stopping: it has stopped when the device has closed, or has taken too long.
  func closeUnused(_ opening: Opening) {
    close(opening)
    stopWithoutDevice(after: HapticEngine.stopSeconds)
  }

  /// The engine has stopped after so long, s, whatever becomes of its device.
  func stopWithoutDevice(after seconds: Double) {
    let run = run
    stopDeadline = environment.time.call(at: environment.now + seconds, on: executor) {
      self.assumeIsolated { if $0.run == run { $0.didClose() } }
    }
  }

  func fail(_ error: EngineError) {
    let action = lifecycle.outputDidFail()
    guard action != .none else { return }
    logState()
    failStarts(error)
    perform(action)
  }

  private func didOpen(_ result: Result<OutputFormat, OutputError>, _ run: UInt64) {
    guard run == self.run, let opening else { return }
    let host = opening.host
    do throws(OutputError) {
      let format = try result.get()
      let session = try makeSession(format, host: host)
      session.observe(on: executor.queue) { [weak self] in self?.assumeIsolated { $0.takeNotices() } }
      self.session = session
      session.begin { [weak self] error in self?.assumeIsolated { $0.didBegin(error, run) } }
    } catch {
      refusal = EngineError(output: error)
      closeUnused(opening)
    }
  }

  private func didBegin(_ error: OutputError?, _ run: UInt64) {
    guard run == self.run, let opening else { return }
    opening.deadline.cancel()
    self.opening = nil
    if let error {
      refusal = EngineError(output: error)
      endSession()
    } else {
      didStart()
    }
  }

  func makeSession(_ format: OutputFormat, host: OutputHost?) throws(OutputError) -> RenderSession {
    var settings = configuration.settings
    // Twice the players that can be active: the others keep what they were told.
    settings.playerCapacity = min(4096, 2 * settings.playerCapacity)
    settings.gainDecibels = gainDecibels
    if environment.profile.isController { settings.continuousLimitSeconds = 1e9 }
    if host == nil {
      settings.synthesises = false
      settings.reportsEvents = true
    }
    let session = try RenderSession(
      format, settings: settings, host: host, anchorTime: environment.now, hapticsOnly: playsHapticsOnly,
      audioOnly: playsAudioOnly)
    if host == nil || configuration.keepsJournal {
      settings.sampleRate = format.sampleRate
      session.journal = RenderJournal(settings: settings, anchor: environment.elapsed, latency: session.latency)
    }
    slotCount = settings.playerCapacity
    freeSlots = (0..<Int32(slotCount)).reversed()
    return session
  }

  func didStart() {
    updateMutes()
    idleSince = environment.now
    perform(lifecycle.outputDidStart())
    watchIdleness()
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
