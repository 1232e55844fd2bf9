import ThrumPattern

/// Sum of the continuous events' amplitudes and the mean sharpness, at times that usually increase.
///
/// Between its corners, an envelope is a line. Each layer has a tree whose leaves are the lines of its events, sorted
/// by sharpness, and whose nodes are sums of lines. A corner changes one leaf, and a control applies to all events of
/// its layer alike, so a time costs O(log n) instead of a sum over all events.
struct StrengthSweep {
  private let timeline: PatternTimeline
  private var layers: [Layer] = []
  /// Last time, s.
  private(set) var now = -Double.infinity

  init(_ timeline: PatternTimeline) {
    self.timeline = timeline
    for (index, layer) in timeline.layers.enumerated() {
      let holds = timeline.holds.filter { $0.layer == index }
      if !holds.isEmpty { layers.append(Layer(holds, layer.controls)) }
    }
  }

  /// Returns the amplitude, 0…1, and the sharpness weighted by amplitude, or `nil` where nothing is heard. A time
  /// before the last one starts anew.
  mutating func strength(at time: Double) -> (amplitude: Double, sharpness: Double?) {
    if time < now { self = StrengthSweep(timeline) }
    now = time
    var (sum, weight) = (0.0, 0.0)
    for index in layers.indices {
      let layer = layers[index].strength(at: time)
      sum += layer.sharpness
      weight += layer.amplitude
    }
    return (min(1, max(0, weight)), weight > 1e-6 ? min(1, max(0, sum / weight)) : nil)
  }

  mutating func amplitude(at time: Double) -> Double { strength(at: time).amplitude }
}

/// The continuous events of one pattern.
private struct Layer {
  /// Start of a line of an event's envelope.
  struct Corner {
    let time: Double
    /// Index of the event's leaf.
    let leaf: Int
    let amplitude: Double
    let slope: Double
  }

  private let controls: ControlTracks
  /// Sorted by time.
  private let corners: [Corner]
  private var next = 0
  /// Ascending, one per leaf.
  private let sharpness: [Double]
  private var tree: LineTree

  init(_ holds: [PatternTimeline.Hold], _ controls: ControlTracks) {
    self.controls = controls
    let sorted = holds.sorted { $0.sharpness < $1.sharpness }
    sharpness = sorted.map { $0.sharpness }
    tree = LineTree(count: sorted.count)
    var corners: [Corner] = []
    corners.reserveCapacity(6 * sorted.count)
    for (leaf, hold) in sorted.enumerated() {
      let scale = IntensityLaw.phone.amplitude(hold.intensity)
      guard scale > 0 else { continue }
      let times = Set(hold.envelope.corners + [hold.start]).filter { $0.isFinite && $0 >= hold.start }.sorted()
      for (place, time) in times.enumerated() {
        let later = place + 1 < times.count ? times[place + 1] : time + 1
        // At the corner itself, rounding may give the level before it.
        let (first, second) = (time + (later - time) / 4, time + 3 * (later - time) / 4)
        let level = hold.envelope.intendedLevel(at: first)
        let slope = second > first ? (hold.envelope.intendedLevel(at: second) - level) / (second - first) : 0
        corners.append(
          Corner(time: time, leaf: leaf, amplitude: scale * (level - slope * (first - time)), slope: scale * slope))
      }
      if hold.end.isFinite { corners.append(Corner(time: hold.end.nextUp, leaf: leaf, amplitude: 0, slope: 0)) }
    }
    self.corners = corners.sorted { $0.time < $1.time }
  }

  /// Returns sums over the events: the amplitude, and the product of amplitude and sharpness.
  mutating func strength(at time: Double) -> (amplitude: Double, sharpness: Double) {
    while next < corners.count, corners[next].time <= time {
      let corner = corners[next]
      tree.set(
        corner.leaf,
        to: Line(
          time: corner.time, amplitude: corner.amplitude, slope: corner.slope, sharpness: sharpness[corner.leaf]))
      next += 1
    }
    // The law is a power, so the amplitude of a product is the product of the amplitudes.
    let scale = IntensityLaw.phone.amplitude(controls.value(.hapticIntensityControl, at: time))
    let shift = controls.value(.hapticSharpnessControl, at: time)
    guard shift != 0 else {
      let all = tree.all.value(at: time)
      return (scale * all.amplitude, scale * all.sharpness)
    }
    // Outside 0…1, the sum of sharpness and control is clamped.
    let low = sharpness.partitioningIndex { $0 + shift > 0 }
    let high = sharpness.partitioningIndex { $0 + shift >= 1 }
    let (lowest, middle, highest) = (
      tree.sum(0..<low).value(at: time), tree.sum(low..<max(low, high)).value(at: time),
      tree.sum(max(low, high)..<sharpness.count).value(at: time)
    )
    let amplitude = lowest.amplitude + middle.amplitude + highest.amplitude
    return (scale * amplitude, scale * (middle.sharpness + shift * middle.amplitude + highest.amplitude))
  }
}

/// A sum of lines: an amplitude, and its product with the sharpness, from a time on.
private struct Line {
  private var time = -Double.infinity
  private var amplitude = 0.0, slope = 0.0
  private var weighted = 0.0, weightedSlope = 0.0

  init() {}

  init(time: Double, amplitude: Double, slope: Double, sharpness: Double) {
    (self.time, self.amplitude, self.slope) = (time, amplitude, slope)
    (weighted, weightedSlope) = (amplitude * sharpness, slope * sharpness)
  }

  /// The time must not be before the line's.
  func value(at time: Double) -> (amplitude: Double, sharpness: Double) {
    // Nothing is added to a constant, so a sum of constants is exact.
    guard slope != 0 || weightedSlope != 0 else { return (amplitude, weighted) }
    return (amplitude + slope * (time - self.time), weighted + weightedSlope * (time - self.time))
  }

  static func + (a: Line, b: Line) -> Line {
    var sum = Line()
    sum.time = max(a.time, b.time)
    let (one, other) = (a.value(at: sum.time), b.value(at: sum.time))
    (sum.amplitude, sum.slope) = (one.amplitude + other.amplitude, a.slope + b.slope)
    (sum.weighted, sum.weightedSlope) = (one.sharpness + other.sharpness, a.weightedSlope + b.weightedSlope)
    return sum
  }
}

/// Sums of lines over ranges of leaves. Setting and summing cost O(log n), and no rounding error stays behind.
private struct LineTree {
  private var nodes: [Line]
  private let leaves: Int

  init(count: Int) {
    leaves = count
    nodes = [Line](repeating: Line(), count: 2 * max(1, count))
  }

  var all: Line { sum(0..<leaves) }

  mutating func set(_ leaf: Int, to line: Line) {
    var place = leaves + leaf
    nodes[place] = line
    place /= 2
    while place > 0 {
      nodes[place] = nodes[2 * place] + nodes[2 * place + 1]
      place /= 2
    }
  }

  func sum(_ range: Range<Int>) -> Line {
    var result = Line()
    var (low, high) = (leaves + range.lowerBound, leaves + range.upperBound)
    while low < high {
      if low % 2 == 1 {
        result = result + nodes[low]
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        result = result + nodes[high]
      }
      low /= 2
      high /= 2
    }
    return result
  }
}
