import ThrumDevice
import ThrumRender

/// The run of an engine in virtual time, which renders when that moves.
extension HapticEngine {
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
    guard let session, players.activeCount > 0 || !session.sent.isEmpty else { return nil }
    return session.time(ofFrame: session.renderedFrames + SampleTime(quantumFrames))
  }

  /// Renders the quanta that end up to an engine time; stops after one that had something to tell, and returns its end.
  private func render(until time: Double) -> Double? {
    guard let session else { return nil }
    let target = session.frame(atTime: time)
    let reached = session.render(until: target)
    guard session.notices.hasContent else { return nil }
    return min(time, session.time(ofFrame: reached))
  }
}
