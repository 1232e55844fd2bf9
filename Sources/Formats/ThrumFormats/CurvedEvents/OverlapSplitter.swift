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

struct CurveSplitter {
  private typealias Node = CurvedLine.Node
  private let rules: CurvedEventRules

  init(_ rules: CurvedEventRules) { self.rules = rules }

  func events(_ nodes: [CurvedLine.Node]) -> [CurvedEvent] { stretches(nodes).compactMap(event) }

  /// Weaker levels round to 0 %.
  private static let silence = 0.005

  // MARK: Splitting

  private struct Stretch {
    var nodes: [Node]
    /// Whether the next stretch starts where this one ends.
    var isContinued: Bool
  }

  private func stretches(_ nodes: [Node]) -> [Stretch] {
    var result: [Stretch] = []
    var open: [Node] = []
    let longest = CurvedEventRules.longest - rules.overlap
    func close(_ part: [Node], isContinued: Bool = false) {
      if part.count > 1 { result.append(Stretch(nodes: part, isContinued: isContinued)) }
    }
    for node in nodes {
      while let first = open.first, let last = open.last, node.time - first.time > longest {
        let cut = first.time + longest
        if isSilent(last), isSilent(node) {
          close(open)
          open = [Node(time: node.time - 1, level: 0, sharpness: node.sharpness)]
        } else {
          let middle = last.time < cut ? between(last, node, at: cut) : last
          let isFull = last.time >= cut || open.count + 1 > room(open + [middle])
          close(isFull ? open : open + [middle], isContinued: true)
          open = [isFull ? last : middle]
        }
      }
      if let last = open.last, open.count + 1 > room(open + [node]) {
        // Prefer to split in a pause, where nothing is lost.
        if let pause = open.indices.dropFirst(2).dropLast().last(where: { isSilent(open[$0]) && isSilent(open[$0 + 1]) }
        ) {
          close(Array(open[...pause]))
          open = Array(open[(pause + 1)...])
        } else {
          close(open, isContinued: true)
          open = [last]
        }
      }
      open.append(node)
    }
    close(open)
    return result
  }

  private func isSilent(_ node: Node) -> Bool { node.level < CurveSplitter.silence }

  /// Returns how many nodes fit into a curve.
  private func room(_ nodes: [Node]) -> Int {
    guard rules.startsAndEndsAtZero else { return CurvedEventRules.points.upperBound }
    let ends = [nodes[0], nodes[nodes.count - 1]].count { !isSilent($0) }
    return CurvedEventRules.points.upperBound - ends
  }

  private func between(_ left: Node, _ right: Node, at time: Int) -> Node {
    let place = Double(time - left.time) / Double(right.time - left.time)
    return Node(
      time: time, level: left.level + (right.level - left.level) * place,
      sharpness: left.sharpness + (right.sharpness - left.sharpness) * place)
  }

  // MARK: Events

  private func event(_ stretch: Stretch) -> CurvedEvent? {
    let nodes = trimmed(stretch.nodes)
    guard let first = nodes.first, let last = nodes.last, first.time <= CurvedEventRules.latest else { return nil }
    let levels = nodes.map { $0.level }
    guard let peak = nodes.max(by: { $0.level < $1.level }), let least = levels.min(),
      peak.level >= CurveSplitter.silence
    else { return nil }
    let base = (100 * peak.sharpness).rounded()
    let isConstant = peak.level - least < 0.005 && nodes.allSatisfy { abs(100 * $0.sharpness - base) < 1 }
    let intensity = isConstant ? (50 * (peak.level + least)).rounded() : (100 * peak.level - 1e-6).rounded(.up)
    let length = Double(last.time - first.time + (stretch.isContinued ? rules.overlap : 0))
    var event = CurvedEvent(
      isTap: false, start: Double(first.time), length: length, intensity: max(1, intensity), frequency: base)
    guard !isConstant || rules.startsAndEndsAtZero else { return event }
    event.curve = nodes.map { node in
      CurvedEvent.Point(
        time: Double(node.time - first.time),
        gain: isConstant ? 1 : isSilent(node) ? 0 : gain(100 * node.level / intensity),
        shift: isConstant ? 0 : (100 * node.sharpness).rounded() - base)
    }
    event.curve[event.curve.count - 1].time = length
    if rules.startsAndEndsAtZero { startAndEndAtZero(&event) }
    fill(&event)
    return event
  }

  /// Keeps one silent node at each end.
  private func trimmed(_ nodes: [Node]) -> [Node] {
    guard let first = nodes.firstIndex(where: { !isSilent($0) }), let last = nodes.lastIndex(where: { !isSilent($0) })
    else { return [] }
    return Array(nodes[max(0, first - 1)...min(nodes.count - 1, last + 1)])
  }

  private func gain(_ value: Double) -> Double { min(1, max(0, (100 * value).rounded() / 100)) }

  private func startAndEndAtZero(_ event: inout CurvedEvent) {
    event.length = max(event.length, 3)
    if event.curve.first.map({ $0.gain > 0 }) == true {
      let first = event.point(at: 1)
      event.curve.removeAll { $0.time <= 1 }
      event.curve.insert(.init(time: 1, gain: gain(first.gain), shift: first.shift.rounded()), at: 0)
      event.curve.insert(.init(time: 0, gain: 0, shift: first.shift.rounded()), at: 0)
    }
    if let last = event.curve.last {
      if last.gain > 0 {
        event.curve.removeAll { $0.time >= event.length - 1 && $0.time > 1 }
        if event.length > 2, event.curve.last.map({ $0.time < event.length - 1 }) == true {
          event.curve.append(.init(time: event.length - 1, gain: last.gain, shift: last.shift))
        }
        event.curve.append(.init(time: event.length, gain: 0, shift: last.shift))
      } else {
        event.curve[event.curve.count - 1].time = event.length
      }
    }
  }

  /// Adds points on the curve's lines until there are enough.
  private func fill(_ event: inout CurvedEvent) {
    event.length = max(event.length, Double(CurvedEventRules.points.lowerBound - 1))
    if let last = event.curve.last, last.time < event.length {
      event.curve.append(.init(time: event.length, gain: last.gain, shift: last.shift))
    }
    while event.curve.count < CurvedEventRules.points.lowerBound {
      let gaps = zip(event.curve.indices, event.curve.indices.dropFirst())
      guard let widest = gaps.max(by: { width($0, event) < width($1, event) }), width(widest, event) >= 2 else {
        return
      }
      let time = (event.curve[widest.0].time + width(widest, event) / 2).rounded(.down)
      var middle = event.point(at: time)
      middle.gain = gain(middle.gain)
      middle.shift = middle.shift.rounded()
      event.curve.insert(middle, at: widest.1)
    }
  }

  private func width(_ gap: (Int, Int), _ event: CurvedEvent) -> Double {
    event.curve[gap.1].time - event.curve[gap.0].time
  }
}
