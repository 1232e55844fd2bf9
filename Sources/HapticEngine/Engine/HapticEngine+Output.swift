import HapticRender

extension HapticEngine {
  /// A device that is being opened.
  struct Opening {
    let host: OutputHost
    let deadline: TimerToken
  }

  /// Opens the device: at once in virtual time, on the device's own queue otherwise.
  func openOutput() {
    run += 1
    outputProblem = nil
    deviceNotes = DeviceNotes()
    if environment.isVirtual { return beginByHand() }
    let host = OutputHost(configuration.makeOutput ?? environment.defaults.makeOutput)
    let run = run
    let deadline = environment.time.call(
      at: environment.now + HapticEngine.startSeconds, on: executor
    ) { [weak self] in self?.assumeIsolated { $0.openingTookTooLong(run) } }
    opening = Opening(host: host, deadline: deadline)
    let request = configuration.request
    host.perform { [weak self] host in
      let result = host.open(request)
      guard let self else { return _ = host.stop() }
      executor.queue.async { self.assumeIsolated { $0.didOpen(result, run) } }
    }
  }

  private func openingTookTooLong(_ run: UInt64) {
    guard run == self.run, opening != nil else { return }
    abandonOpening()
    fail(
      EngineError(
        .engineStartTimeout,
        "the device did not open within \(Int(HapticEngine.startSeconds)) s; its sound server may be frozen: restart it"
      ))
  }

  /// Nobody waits for the device any more: it closes when it answers after all.
  private func abandonOpening() {
    guard let opening else { return }
    self.opening = nil
    opening.deadline.cancel()
    if session != nil { endSession() } else { opening.host.perform { _ = $0.stop() } }
  }

  /// Closes a device that nothing was rendered to. A start waits for it, as two cannot have it open at once; not for
  /// a device that does not answer in time.
  private func closeUnused(_ opening: Opening) {
    self.opening = nil
    opening.deadline.cancel()
    let run = run
    let patience = environment.time.call(at: environment.now + HapticEngine.stopSeconds, on: executor) {
      self.assumeIsolated { if $0.run == run { $0.didClose() } }
    }
    opening.host.perform { [weak self] host in
      _ = host.stop()
      defer { patience.cancel() }
      guard let self else { return }
      executor.queue.async { self.assumeIsolated { if $0.run == run { $0.didClose() } } }
    }
  }

  private func fail(_ error: EngineError) {
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
      session.begin { [weak self] error in
        guard let self else { return }
        executor.queue.async { self.assumeIsolated { $0.didBegin(error, run) } }
      }
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

  private func makeSession(_ format: OutputFormat, host: OutputHost?) throws(OutputError) -> RenderSession {
    var settings = configuration.settings
    // Twice the players that can be active: the others keep what they were told.
    settings.playerCapacity = min(4096, 2 * settings.playerCapacity)
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

  private func didStart() {
    updateMutes()
    idleSince = environment.now
    perform(lifecycle.outputDidStart())
    watchIdleness()
  }

  // MARK: Virtual time

  private func beginByHand() {
    let format = OutputFormat(
      name: "virtual", sampleRate: configuration.request.sampleRate, periodFrames: quantumFrames,
      bufferFrames: quantumFrames)
    do throws(OutputError) {
      session = try makeSession(format, host: nil)
    } catch { return fail(EngineError(output: error)) }
    environment.virtualTime?.add(
      VirtualTime.Pump(
        engine: number,
        nextBoundary: { [weak self] in self?.assumeIsolated { $0.nextBoundary } },
        isBusy: { [weak self] in self?.assumeIsolated { $0.isBusy } ?? false },
        run: { [weak self] limit in self?.assumeIsolated { $0.render(until: limit) } },
        collect: { [weak self] in self?.assumeIsolated { $0.takeNotices() } }))
    didStart()
  }

  /// Engine time of the end of the quantum that comes next, while the renderer has something to do.
  private var nextBoundary: Double? {
    guard let session, activeCount > 0 || !sentCommands.isEmpty else { return nil }
    return session.time(ofFrame: session.renderedFrames + SampleTime(quantumFrames))
  }

  /// Whether players are active that will end by themselves.
  private var isBusy: Bool {
    session != nil && players.values.contains { $0.isActive && !$0.isPaused && !$0.loops }
  }

  /// Renders the quanta that end up to an engine time; stops after one that had something to tell, and answers its end.
  private func render(until time: Double) -> Double? {
    guard let session else { return nil }
    let target = session.frame(atTime: time)
    let reached = session.render(until: target)
    guard session.notices.hasContent else { return nil }
    return min(time, session.time(ofFrame: reached))
  }

  // MARK: Closing

  /// Closes the device; gently, what is due sounds to its end before.
  func closeOutput(gently: Bool) {
    guard let session else {
      guard let opening else { return didClose() }
      return closeUnused(opening)
    }
    opening?.deadline.cancel()
    opening = nil
    if session.isHandDriven {
      // Tails lie in the run's own future: nothing that the app can do reaches them any more.
      let end = session.renderedFrames + frames(HapticEngine.stopSeconds, at: session.format.sampleRate)
      var reached = session.renderedFrames
      while reached + SampleTime(quantumFrames) <= end {
        let next = session.render(until: end)
        takeNotices()
        guard next > reached else { break }
        reached = next
      }
      environment.virtualTime?.removePump(of: number)
      return endSession()
    }
    let begin = environment.now
    drain(session, run, deadline: gently ? begin + 0.15 : begin, seen: Progress(session.controls.renderedFrames, begin))
  }

  /// How far a device has come, and when it was last seen to move.
  private struct Progress {
    /// Frames at the stop.
    let first: SampleTime
    var frames: SampleTime
    var time: Double

    init(_ frames: SampleTime, _ time: Double) {
      first = frames
      self.frames = frames
      self.time = time
    }

    func moved(to frames: SampleTime, _ time: Double) -> Progress {
      var result = self
      result.frames = frames
      result.time = time
      return result
    }
  }

  /// Waits until all is silent, at most to the deadline, and not at all for a device that stands still.
  private func drain(_ session: RenderSession, _ run: UInt64, deadline: Double, seen before: Progress) {
    guard run == self.run, self.session === session else { return }
    takeNotices()
    let now = environment.now
    let rendered = session.controls.renderedFrames
    let seen = rendered > before.frames ? before.moved(to: rendered, now) : before
    let period = Double(session.format.periodFrames) / session.format.sampleRate
    let isStuck = now - seen.time > max(0.06, 1.5 * period)
    let isSilent = rendered > seen.first && session.isSilent
    guard now < deadline, !isStuck, !isSilent else { return endSession() }
    // An engine that stops lives until it has stopped, also when the app has let go of it: a tap is felt whole.
    _ = environment.time.call(at: now + 0.005, on: executor) {
      self.assumeIsolated { engine in
        guard let session = engine.session else { return }
        engine.drain(session, run, deadline: deadline, seen: seen)
      }
    }
  }

  /// Ends the run; a device that does not answer in time closes on its own.
  private func endSession() {
    guard let session else { return didClose() }
    guard !session.isHandDriven else { return didClose() }
    let run = run
    let patience = environment.time.call(
      at: environment.now + max(HapticEngine.stopSeconds, session.format.closingSeconds), on: executor
    ) {
      self.assumeIsolated { if $0.run == run { $0.didClose() } }
    }
    session.end { [weak self] ending in
      defer { patience.cancel() }
      guard let self else { return false }
      executor.queue.async {
        self.assumeIsolated { $0.deviceDidEnd(ending, session: run) }
      }
      return true
    }
    endingSessions[run] = session
  }

  private func deviceDidEnd(_ ending: OutputHost.Ending, session run: UInt64) {
    guard let session = endingSessions.removeValue(forKey: run) else { return }
    if session === self.session { takeNotices() }
    session.didEnd(ending)
    if run == self.run { outputProblem = ending.problem }
    if session === self.session { didClose() }
  }

  private func didClose() {
    if let session {
      takeNotices()
      if var journal = session.journal {
        journal.end = session.renderedFrames
        endedRuns.append(journal)
      }
    }
    session = nil
    forgetSlots()
    if let refusal {
      self.refusal = nil
      fail(refusal)
    }
    let action = lifecycle.outputDidClose()
    if action != .none { logState() }
    perform(action)
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
