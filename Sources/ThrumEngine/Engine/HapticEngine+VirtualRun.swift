import ThrumRender

/// The run of an engine whose time is moved by hand.
extension HapticEngine {
  func beginByHand() {
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
}
