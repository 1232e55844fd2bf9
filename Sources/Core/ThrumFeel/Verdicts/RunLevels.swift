import ThrumPattern

/// Levels of transients in runs: touch sums energy over 200 ms, so transients that follow each other closely feel
/// stronger than one.
///
/// The level is the larger of two sums, of the transients up to this one and of those from it on, each weighted by its
/// distance in time. Transients more than 6 dB stronger do not count, since those are felt as separate events.
struct RunLevels {
  private struct Tap {
    let time: Double
    let level: Double
  }

  private static let stronger = 6.0

  /// - Parameters:
  ///   - times: ascending, s.
  ///   - levels: of the transients alone, dB.
  static func levels(times: [Double], alone levels: [Double]) -> [Double] {
    let taps = zip(times, levels).map { Tap(time: $0, level: $1) }
    let before = sums(taps)
    let after = sums(taps.reversed().map { Tap(time: -$0.time, level: $0.level) }).reversed()
    return zip(levels, zip(before, after)).map { max($0, $1.0, $1.1) }
  }

  /// Returns, for each transient, the sum up to it, dB. Takes O(n log n).
  private static func sums(_ taps: [Tap]) -> [Double] {
    var tree = DecayingSums(taps.map { $0.time })
    let byLevel = taps.indices.sorted { (taps[$0].level, $0) < (taps[$1].level, $1) }
    var sums = taps.map { $0.level }
    var added = 0
    for place in byLevel where taps[place].level > FeelJudge.silence {
      while added < byLevel.count, taps[byLevel[added]].level <= taps[place].level + stronger {
        tree.add(gain(decibels: 2 * taps[byLevel[added]].level), at: byLevel[added])
        added += 1
      }
      sums[place] = decibels(max(1e-30, tree.sum(upTo: place))) / 2
    }
    return sums
  }
}

/// Sums of energies that decay with time, in a tree over the transients.
private struct DecayingSums {
  private let times: [Double]
  private let leaves: Int
  /// Each node's sum, decayed up to its last transient's time.
  private var nodes: [Double]

  init(_ times: [Double]) {
    self.times = times
    var leaves = 1
    while leaves < times.count { leaves *= 2 }
    self.leaves = leaves
    nodes = [Double](repeating: 0, count: 2 * leaves)
  }

  /// Returns e^(−t / 200 ms).
  private static func decay(_ seconds: Double) -> Double {
    exponentialBase2(max(-1_000, -seconds / FeltMeter.seconds * 1.442_695_040_888_963_4))
  }

  private func lastTime(_ node: Int, height: Int) -> Double {
    times[min(times.count - 1, ((node + 1) << height) - leaves - 1)]
  }

  mutating func add(_ energy: Double, at place: Int) {
    var node = leaves + place
    nodes[node] += energy
    var height = 0
    while node > 1 {
      node /= 2
      let gap = lastTime(2 * node + 1, height: height) - lastTime(2 * node, height: height)
      nodes[node] = nodes[2 * node] * DecayingSums.decay(gap) + nodes[2 * node + 1]
      height += 1
    }
  }

  /// Returns the sum of the transients up to a place, decayed up to its time.
  func sum(upTo place: Int) -> Double {
    var node = leaves + place
    var height = 0
    var sum = nodes[node]
    while node > 1 {
      if node % 2 == 1 {
        sum += nodes[node - 1] * DecayingSums.decay(times[place] - lastTime(node - 1, height: height))
      }
      node /= 2
      height += 1
    }
    return sum
  }
}
