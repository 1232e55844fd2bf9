import ThrumPattern

/// A stretch of continuous events, which can be reduced to its corners for any tolerance.
struct CurvedLine {
  /// `time` is in ms.
  struct Node {
    var time: Int
    var level: Double
    var sharpness: Double
  }

  /// Corners for the smallest tolerance, each with the tolerance of strength at which it is dropped.
  private let corners: [(sample: StrengthTrack.Sample, limit: Double)]
  /// Changes in sharpness, each with the tolerance at which it is dropped.
  private let tones: [(time: Double, limit: Double)]

  /// - Parameter least: The smallest tolerance of strength, 0…1.
  init(_ samples: [StrengthTrack.Sample], least: Double) {
    let heard = samples.filter { $0.level >= StrengthTrack.silence }
      .map { Polyline.Sample(time: $0.time, value: $0.sharpness) }
    let tones = zip(heard, Polyline.limits(heard, above: 2 * least)).map { (time: $0.time, limit: $1) }
      .dropFirst().dropLast().filter { $0.limit > 0 }
    let toneTimes = Set(tones.lazy.map(\.time))
    let levels = samples.map { Polyline.Sample(time: $0.time, value: $0.level) }
    corners = zip(samples, Polyline.limits(levels, above: least)).map { (sample: $0, limit: $1) }
      .filter { $0.limit > 0 || toneTimes.contains($0.sample.time) }
    self.tones = tones
  }

  /// Returns the corners at increasing times in whole milliseconds.
  func nodes(error: Double) -> [Node] {
    let toneTimes = Set(tones.lazy.filter { $0.limit > 2 * error }.map(\.time))
    let silence = StrengthTrack.silence
    var nodes: [Node] = []
    let kept = corners.filter { $0.limit > error || toneTimes.contains($0.sample.time) }.map(\.sample)
    for (place, sample) in kept.enumerated() {
      let exact = Int((sample.time * 1000).rounded())
      if nodes.count == 1, nodes[0].time == exact {
        // A first value that lasts less than a millisecond cannot be written.
        (nodes[0].level, nodes[0].sharpness) = (sample.level, sample.sharpness)
        continue
      }
      let next = place + 1 < kept.count ? Int((kept[place + 1].time * 1000).rounded()) : Int.max
      // A jump takes 1 ms, before the event if there is room.
      let wanted = next <= exact && (nodes.last?.time ?? -1) < exact - 1 ? exact - 1 : exact
      nodes.append(
        Node(time: max(wanted, (nodes.last?.time ?? -1) + 1), level: sample.level, sharpness: sample.sharpness))
    }
    if nodes.count > 1, nodes[0].level < silence { nodes[0].sharpness = nodes[1].sharpness }
    for index in nodes.indices.dropFirst() where nodes[index].level < silence {
      nodes[index].sharpness = nodes[index - 1].sharpness
    }
    return nodes
  }
}
