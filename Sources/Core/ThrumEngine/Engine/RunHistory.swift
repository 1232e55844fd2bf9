import ThrumDevice
import ThrumRender

/// The runs of an engine that have ended, for rendering them again. A value.
///
/// - Thread: the engine's executor.
struct RunHistory {
  private var ended: [RenderJournal] = []

  /// Adds a run, which ended at a frame.
  mutating func add(_ journal: RenderJournal, end: SampleTime) {
    var journal = journal
    journal.end = end
    ended.append(journal)
  }

  /// A stretch of an engine's time, in frames of its request's rate.
  struct Stretch {
    let rate: SampleRate
    /// Engine time from which frames count, s.
    let origin: Double
    let first: SampleTime
    let count: Int
    /// The present; what comes later is silent.
    let now: SampleTime
  }

  /// The monitor's samples, interleaved left and right, of the runs that have ended and the one that goes on.
  func samples(_ stretch: Stretch, current: RenderJournal?) -> [Float] {
    let first = stretch.first
    let count = SampleTime(stretch.count)
    var result = [Float](repeating: 0, count: 2 * stretch.count)
    for journal in ended + [current].compactMap({ $0 }) {
      let offset = nearestFrame((journal.anchor - stretch.origin) * stretch.rate) - first
      let wanted = min(min(count, stretch.now - first) - offset, journal.end ?? .max)
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
