import ThrumPattern

/// Splits continuous events where they overlap, so that one plays at a time: the strongest, at the mean of the
/// overlapping events' frequencies, as on a phone. Events that overlap no other stay as they are.
struct OverlapSplitter {
  /// In chronological order.
  private(set) var events: [CurvedEvent] = []
  /// Number of events that overlap another.
  private(set) var overlapping = 0

  /// Interval at which the strongest event is determined, ms.
  private static let step = 5.0
  /// Among more overlapping events than this, only every step counts, not each corner of a curve.
  private static let crowd = 64

  /// - Parameter holds: sorted by start.
  init(_ holds: [CurvedEvent]) {
    var first = 0
    var end = -Double.infinity
    for index in holds.indices {
      if holds[index].start >= end, first < index {
        add(holds[first..<index])
        first = index
      }
      end = max(end, holds[index].end)
    }
    if first < holds.count { add(holds[first...]) }
  }

  private mutating func add(_ group: ArraySlice<CurvedEvent>) {
    guard group.count > 1 else {
      events += group
      return
    }
    overlapping += group.count
    events += runs(Array(group)).compactMap { $0.event(of: group[group.startIndex + $0.winner]) }
  }

  private func runs(_ group: [CurvedEvent]) -> [Run] {
    var runs: [Run] = []
    var live: [Int] = []
    var next = 0
    let times = times(group)
    for (begin, end) in zip(times, times.dropFirst()) {
      while next < group.count, group[next].start <= begin {
        live.append(next)
        next += 1
      }
      live.removeAll { group[$0].end <= begin }
      func strength(_ index: Int) -> Double {
        group[index].intensity * group[index].point(at: (begin + end) / 2 - group[index].start).gain
      }
      // Of equal events, the one that already plays.
      let current = runs.last.flatMap { $0.end == begin ? $0.winner : nil }
      guard let winner = live.max(by: { (strength($0), $0 == current ? 1 : 0) < (strength($1), $1 == current ? 1 : 0) })
      else { continue }
      func sample(_ time: Double) -> Run.Sample {
        let tones = live.map { group[$0].frequency + group[$0].point(at: time - group[$0].start).shift }
        return Run.Sample(
          time: time, gain: group[winner].point(at: time - group[winner].start).gain,
          tone: tones.reduce(0) { $0 + min(100, max(0, $1)) } / Double(tones.count))
      }
      if current != winner { runs.append(Run(winner: winner, end: begin)) }
      runs[runs.count - 1].add(sample(begin), sample(end))
    }
    return runs
  }

  private func times(_ group: [CurvedEvent]) -> [Double] {
    var times: Set<Double> = []
    for event in group {
      times.formUnion([event.start, event.end])
      times.formUnion(stride(from: event.start, to: event.end, by: OverlapSplitter.step))
      guard group.count <= OverlapSplitter.crowd else { continue }
      times.formUnion(event.curve.lazy.map { event.start + $0.time }.filter { $0 < event.end })
    }
    return times.sorted()
  }
}

/// A stretch during which one event is the strongest.
private struct Run {
  struct Sample: Equatable {
    let time: Double
    let gain: Double
    /// Frequency, 0…100.
    let tone: Double
  }

  let winner: Int
  private(set) var end: Double
  private var samples: [Sample] = []

  /// Time of a jump, ms.
  private static let jump = 1.0

  init(winner: Int, end: Double) {
    self.winner = winner
    self.end = end
  }

  mutating func add(_ first: Sample, _ last: Sample) {
    if samples.last != first {
      // A jump takes a moment.
      let time = samples.isEmpty ? first.time : min(first.time + Run.jump, (first.time + last.time) / 2)
      samples.append(Sample(time: time, gain: first.gain, tone: first.tone))
    }
    samples.append(last)
    end = last.time
  }

  /// Returns the part of the strongest event, or `nil` if it is shorter than a jump.
  func event(of winner: CurvedEvent) -> CurvedEvent? {
    guard let start = samples.first?.time, end - start >= Run.jump else { return nil }
    var result = winner
    (result.start, result.length) = (start, end - start)
    let gains = Polyline.corners(samples.map { .init(time: $0.time, value: $0.gain) }, error: 0.005, squares: false)
    let tones = Polyline.corners(
      samples.map { .init(time: $0.time, value: $0.tone / 100) }, error: 0.005, squares: false)
    result.curve = Set(gains).union(tones).sorted().map { place in
      CurvedEvent.Point(
        time: samples[place].time - start, gain: samples[place].gain, shift: samples[place].tone - winner.frequency)
    }
    let isPlain = result.curve.allSatisfy { $0.gain == 1 && abs($0.shift) < 0.5 }
    if isPlain { result.curve = [] }
    return result
  }
}
