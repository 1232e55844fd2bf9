import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Says in an environment that was restarted that the engine lives on, with what it has.
  func introduce() {
    log(.engineKept)
    if lifecycle.state != .stopped { log(.state(lifecycle.state)) }
    for id in players.ids {
      guard let player = players[id], !player.isDropped else { continue }
      log(.playerMade(isAdvanced: player.options.isAdvanced, duration: player.duration), id)
    }
    endedRuns = []
  }

  /// The monitor's samples of a stretch of time, interleaved left and right, at the rate of the engine's request:
  /// rendered now, from what the engine was told, and the same bits each time. Empty unless a journal is kept, as it
  /// always is in virtual time.
  ///
  /// `range` counts in seconds since the environment's beginning; `nil` is from there to now. What lies in the future is
  /// silent. Cost: rendering it.
  public func samples(_ range: ClosedRange<Double>? = nil) -> [Float] {
    takeNotices()
    let rate = configuration.request.sampleRate
    let range = range ?? 0...environment.elapsed
    guard range.lowerBound >= 0, range.upperBound * rate < 2e8 else {
      environment.report("samples: the range must lie between 0 and \(Int(2e8 / rate)) s: ask for a part of it")
      return []
    }
    let first = nearestFrame(range.lowerBound * rate)
    let count = Int(nearestFrame(range.upperBound * rate) - first)
    let now = nearestFrame(environment.elapsed * rate) - first
    var result = [Float](repeating: 0, count: 2 * count)
    for journal in endedRuns + [session?.journal].compactMap({ $0 }) {
      let offset = nearestFrame((journal.anchor - environment.origin) * rate) - first
      let wanted = min(min(SampleTime(count), now) - offset, journal.end ?? .max)
      guard wanted > 0 else { continue }
      var frame = offset - SampleTime(journal.latency)
      journal.render(frames: wanted + SampleTime(journal.latency)) { left, right in
        for index in 0..<quantumFrames {
          defer { frame += 1 }
          guard frame >= 0, frame < SampleTime(count), frame - offset < wanted else { continue }
          result[2 * Int(frame)] += left[index]
          result[2 * Int(frame) + 1] += right[index]
        }
      }
    }
    return result
  }
}
