import ThrumRender

/// A control's path over a pattern's time, as the engine plays it: jumps, lines, and holding in between.
struct ControlTrack {
  /// A straight segment; equal times are a jump.
  private struct Line {
    let start: Double
    let end: Double
    let from: Double
    let to: Double

    func value(at time: Double) -> Double {
      guard time < end, end > start else { return to }
      return from + (to - from) * (time - start) / (end - start)
    }
  }

  private let neutral: Double
  private var lines: [Line] = []

  /// Takes the segments of one control, by rising start, in frames of `rate`.
  init(_ control: ControlID, _ segments: [ControlSegment], rate: Double) {
    neutral = control.multiplies ? 1 : 0
    for segment in segments {
      let start = segment.start / rate
      let from = segment.from.isNaN ? value(at: start) : Double(segment.from)
      lines.append(Line(start: start, end: segment.end / rate, from: from, to: Double(segment.to)))
    }
  }

  /// The value at a time in seconds. Cost: logarithmic.
  func value(at time: Double) -> Double {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? neutral : lines[low - 1].value(at: time)
  }

  /// When the path begins to matter, s.
  var start: Double? { lines.first?.start }

  /// The moments at which the path has a corner or a jump, rising, at most `limit` of them in the range.
  func corners(in range: ClosedRange<Double>, limit: Int) -> [Double] {
    var result: [Double] = []
    for line in lines {
      for time in [line.start, line.end] where range.contains(time) && result.last != time {
        result.append(time)
      }
      if result.count >= limit { break }
    }
    return result.sorted()
  }
}

/// The controls of one pattern; each player has its own.
struct ControlTracks {
  private var tracks: [ControlID: ControlTrack] = [:]

  /// Takes all segments of a schedule in frames of `rate`.
  init(_ schedule: Schedule, rate: Double) {
    var segments: [ControlID: [ControlSegment]] = [:]
    // Safety: the caller keeps the schedule's memory alive; the segments are copied.
    for segment in UnsafeBufferPointer(start: schedule.segments, count: schedule.segmentCount) {
      segments[segment.control, default: []].append(segment)
    }
    for (control, list) in segments { tracks[control] = ControlTrack(control, list, rate: rate) }
  }

  /// The path of a control, `nil` when the pattern does not move it.
  subscript(control: ControlID) -> ControlTrack? { tracks[control] }

  /// A control's value at a time, neutral without a path.
  func value(_ control: ControlID, at time: Double) -> Double {
    tracks[control]?.value(at: time) ?? (control.multiplies ? 1 : 0)
  }
}
