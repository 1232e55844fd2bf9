import ThrumDevice
import ThrumRender

struct RunHistory {
  private var ended: [RenderJournal] = []

  mutating func add(_ journal: RenderJournal, end: SampleTime) {
    var journal = journal
    journal.end = end
    ended.append(journal)
  }

  /// A range in frames at the requested rate.
  struct FrameRange {
    let rate: SampleRate
    /// Engine time of frame 0, s.
    let origin: Double
    let first: SampleTime
    let count: Int
    /// Current frame. Later frames are silent.
    let now: SampleTime
  }

  func samples(_ range: FrameRange, current: RenderJournal?) -> [Float] {
    let first = range.first
    let count = SampleTime(range.count)
    var result = [Float](repeating: 0, count: 2 * range.count)
    for journal in ended + [current].compactMap({ $0 }) {
      let offset = nearestFrame((journal.anchor - range.origin) * range.rate) - first
      let wanted = min(min(count, range.now - first) - offset, journal.end ?? .max)
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
