import ThrumDevice
import ThrumRender

extension DeviceRun {
  static func virtualFormat(_ request: OutputRequest) -> OutputFormat {
    OutputFormat(
      name: "virtual", sampleRate: request.sampleRate, periodFrames: quantumFrames, bufferFrames: quantumFrames)
  }

  func beginInVirtualTime(in engine: isolated HapticEngine) {
    engine.environment.virtualTime?.add(
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
    engine.environment.virtualTime?.removePump(of: engine.number)
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
