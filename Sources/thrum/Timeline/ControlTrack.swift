import ThrumRender

/// A control's path over a pattern's time, as the engine plays it: jumps, lines, and holding in between.
struct ControlTrack {
  /// A straight piece; equal times are a jump.
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

  /// Takes the pieces of one lane, by rising start, in frames of `rate`.
  init(_ lane: ControlLane, _ pieces: [ControlPiece], rate: Double) {
    neutral = lane.multiplies ? 1 : 0
    for piece in pieces {
      let start = piece.start / rate
      let from = piece.from.isNaN ? value(at: start) : Double(piece.from)
      lines.append(Line(start: start, end: piece.end / rate, from: from, to: Double(piece.to)))
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
  private var tracks: [ControlLane: ControlTrack] = [:]

  /// Takes all pieces of a schedule in frames of `rate`.
  init(_ schedule: Schedule, rate: Double) {
    var pieces: [ControlLane: [ControlPiece]] = [:]
    // Safety: the caller keeps the schedule's memory alive; the pieces are copied.
    for piece in UnsafeBufferPointer(start: schedule.pieces, count: schedule.pieceCount) {
      pieces[piece.lane, default: []].append(piece)
    }
    for (lane, list) in pieces { tracks[lane] = ControlTrack(lane, list, rate: rate) }
  }

  /// The path of a control, `nil` when the pattern does not move it.
  subscript(lane: ControlLane) -> ControlTrack? { tracks[lane] }

  /// A control's value at a time, neutral without a path.
  func value(_ lane: ControlLane, at time: Double) -> Double {
    tracks[lane]?.value(at: time) ?? (lane.multiplies ? 1 : 0)
  }
}
