import CLinux
import Synchronization
import ThrumDevice
import ThrumOffline
import ThrumRender

/// An engine's ended runs. In virtual time, the environment keeps them when the engine is gone.
final class RunHistory: Sendable {
  private let ended = Mutex<[RenderJournal]>([])

  var isEmpty: Bool { ended.withLock { $0.isEmpty } }

  func add(_ journal: RenderJournal, end: SampleTime) {
    var journal = journal
    journal.end = end
    ended.withLock { $0.append(journal) }
  }

  func forget() { ended.withLock { $0 = [] } }

  /// Renders a range in seconds since the environment was created; the future is silent. `current` is a run that goes
  /// on. Returns `nil` if the range is too long.
  func samples(
    _ range: ClosedRange<Double>, sampleRate rate: SampleRate, in environment: HapticEnvironment,
    current: RenderJournal? = nil
  ) -> [Float]? {
    guard range.lowerBound >= 0, range.upperBound * rate < 2e8 else {
      environment.report("samples: the range must lie between 0 and \(Int(2e8 / rate)) s: request only part of it")
      return nil
    }
    let first = nearestFrame(range.lowerBound * rate)
    let count = nearestFrame(range.upperBound * rate) - first
    let now = nearestFrame(environment.now * rate)
    var result = [Float](repeating: 0, count: 2 * Int(count))
    for journal in ended.withLock({ $0 }) + [current].compactMap({ $0 }) {
      let offset = nearestFrame((journal.anchor - environment.origin) * rate) - first
      let wanted = min(min(count, now - first) - offset, journal.end ?? .max)
      guard wanted > 0 else { continue }
      var frame = offset - SampleTime(journal.latency)
      journal.render(frames: wanted + SampleTime(journal.latency)) { left, right in
        for index in 0..<quantumFrames {
          defer { frame += 1 }
          guard frame >= 0, frame < count, frame - offset < wanted else { continue }
          result[2 * Int(frame)] += left[index]
          result[2 * Int(frame) + 1] += right[index]
        }
      }
    }
    return result
  }
}
