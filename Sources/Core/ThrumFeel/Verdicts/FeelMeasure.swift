import ThrumDevice
import ThrumPattern

/// How strong a stretch is, and what it adds to everything stronger, as rendered on a motor.
struct MeasuredStrength {
  /// Alone.
  var alone = FeltMeter.Reading()
  /// Peak of the stretch alone, g.
  var peak = 0.0
  /// Level in dB with what is near and not much stronger, since touch sums over 200 ms.
  var inRun = FeltMeter.silence
  /// What the stretch, with what is near and not much stronger, adds to what is stronger, or `nil` where nothing
  /// stronger is near.
  var addition: FeelScene.Addition?

  /// Alone, dB.
  var level: Double { max(FeltMeter.silence, alone.level) }
  /// Whether what is stronger hides the stretch.
  var isHidden: Bool { addition.map { $0.adds < FeelJudge.noticeable } ?? false }
  /// Level in dB from which the stretch would not be hidden.
  var mask: Double { addition.map { level + $0.lacks } ?? -.infinity }
}

/// Measures the strengths of a pattern's stretches on renderings of its parts.
///
/// Some renderings hold the stretches that are not plain, alone. Another has all events that are at most somewhat
/// stronger than a stretch: its level there is that in its run. A third has all that are clearly stronger: the
/// difference between the whole and this one is what the stretch adds.
struct FeelMeasure {
  private let events: FeelEvents
  private let rendering: MotorRendering
  /// Of each stretch.
  private(set) var strengths: [MeasuredStrength]
  /// Level of each event alone, dB, by its place in the sorted events.
  private(set) var alone: [Double]
  /// Stretches of which some part has been measured together with others.
  private var isMeasured: [Bool]

  /// How far from a stretch its run is read, s.
  private static let near = 0.1
  /// Longest rendering, s.
  private static let piece = 30.0
  /// Stretches are measured whole unless all together are longer than this, s.
  private static let mostSeconds = 4_000.0
  /// Number of stretches among which a like one is looked for.
  private static let compared = 256

  /// Measures the stretches, and the events in them, alone.
  init<Failure>(
    _ events: FeelEvents, on motor: inout MotorResponse, _ work: Work<Failure>
  ) throws(Failure) {
    self.events = events
    rendering = motor.rendering(of: events)
    strengths = [MeasuredStrength](repeating: MeasuredStrength(), count: events.stretches.count)
    isMeasured = [Bool](repeating: false, count: events.stretches.count)
    alone = [Double](repeating: FeltMeter.silence, count: events.sorted.count)
    // Stretches to measure, and the strengths or single events that they are.
    var others: [(stretch: FeelStretch, place: Int, isEvent: Bool)] = []
    // The forms of some of these.
    var forms: [(form: FeelForm, other: Int)] = []
    // Stretches that one of these measures, too.
    var alike: [(stretch: FeelStretch, place: Int, like: Int)] = []
    for (place, stretch) in events.stretches.enumerated() where stretch.intensity > 0 {
      try work.check(at: place)
      if stretch.isPlain {
        (strengths[place].alone, strengths[place].peak) = motor.strength(of: events.sorted[stretch.members[0]])
      } else if events.scope.concerns(place) {
        let form = FeelForm(stretch, in: events)
        let like = forms.suffix(FeelMeasure.compared).last {
          $0.form == form && (motor.isLinear || others[$0.other].stretch.intensity == stretch.intensity)
        }
        if let like {
          alike.append((stretch, place, like.other))
        } else {
          if let form { forms.append((form, others.count)) }
          others.append((stretch, place, false))
        }
      }
      guard stretch.members.count > 1, events.scope.concerns(place) else { continue }
      for member in stretch.members {
        let event = events.sorted[member]
        if event.isPlain {
          alone[member] = max(FeltMeter.silence, motor.strength(of: event).reading.level)
        } else {
          others.append((FeelStretch(member, event), member, true))
        }
      }
    }
    let most = max(1.2, FeelMeasure.mostSeconds / Double(max(1, others.count)))
    for layer in FeelMeasure.layers(others.map { $0.stretch }) {
      let selection = rendering.selection(layer.flatMap { others[$0].stretch.members })
      for index in layer {
        try work.check(at: index)
        let (stretch, place, isEvent) = others[index]
        let (reading, peak) = measured(stretch, in: selection, most: most)
        if isEvent {
          alone[place] = max(FeltMeter.silence, reading.level)
        } else {
          (strengths[place].alone, strengths[place].peak) = (reading, peak)
        }
      }
    }
    for (stretch, place, like) in alike {
      let other = others[like]
      let ratio = motor.scale(stretch.intensity) / motor.scale(other.stretch.intensity)
      strengths[place].alone = strengths[other.place].alone.scaled(by: ratio)
      strengths[place].peak = ratio * strengths[other.place].peak
    }
    for (place, stretch) in events.stretches.enumerated() {
      strengths[place].inRun = strengths[place].level
      if stretch.members.count == 1 { alone[stretch.members[0]] = strengths[place].level }
    }
  }

  // MARK: Alone

  private func measured(
    _ stretch: FeelStretch, in selection: MotorRendering.Selection, most: Double
  ) -> (FeltMeter.Reading, peak: Double) {
    let seconds = min(most, stretch.end - stretch.start)
    let first = max(stretch.start, min(stretch.loudest - seconds / 2, stretch.end - seconds))
    let acceleration = rendering.acceleration(
      of: selection, from: first, seconds: seconds + FeelScene.reach - FeltMeter.seconds)
    var meter = FeltMeter(sampleRate: MotorRendering.rate)
    acceleration.withUnsafeBufferPointer { meter.add($0, $0.indices) }
    meter.finish()
    return (meter.strongest ?? FeltMeter.Reading(), Double(acceleration.reduce(0) { max($0, abs($1)) }))
  }

  /// Sorts stretches into as few layers as possible, in each of which they are far from each other.
  private static func layers(_ stretches: [FeelStretch]) -> [[Int]] {
    var layers: [[Int]] = []
    var layer = [Int](repeating: 0, count: stretches.count)
    var ending = stretches.indices.sorted { (stretches[$0].end, $0) < (stretches[$1].end, $1) }[...]
    var free: [Int] = []
    for index in stretches.indices.sorted(by: { (stretches[$0].start, $0) < (stretches[$1].start, $1) }) {
      while let next = ending.first, stretches[next].end + FeelScene.reach <= stretches[index].start {
        free.append(layer[next])
        ending.removeFirst()
      }
      if free.isEmpty {
        free.append(layers.count)
        layers.append([])
      }
      layer[index] = free.removeLast()
      layers[layer[index]].append(index)
    }
    return layers
  }

  // MARK: Together

  /// Measures levels in runs and, unless only levels matter, what each stretch adds.
  mutating func measureTogether<Failure>(onlyLevels: Bool, _ work: Work<Failure>) throws(Failure) {
    let levels = strengths.map { $0.level }
    let present = events.stretches.indices.filter {
      events.scope.concerns($0) && LevelClass(level: levels[$0]) > .hopeless
    }
    var scene = FeelScene(events, rendering, levels: levels)
    var first = 0
    while first < present.count {
      // What is near each other, however long it lasts.
      var (next, end) = (first, -Double.infinity)
      while next < present.count, next == first || events.stretches[present[next]].start < end + FeelScene.reach {
        end = max(end, events.stretches[present[next]].end)
        next += 1
      }
      if next - first > 1 { try measure(present[first..<next], until: end, onlyLevels, &scene, work) }
      first = next
    }
  }

  private mutating func measure<Failure>(
    _ group: ArraySlice<Int>, until end: Double, _ onlyLevels: Bool, _ scene: inout FeelScene, _ work: Work<Failure>
  ) throws(Failure) {
    var waiting = group
    var open: [Int] = []
    let reach = events.scope.clamped((waiting.first.map { events.stretches[$0].start } ?? end)...end)
    var (begin, end) = (reach.lowerBound, reach.upperBound)
    repeat {
      let until = begin + FeelMeasure.piece
      open.removeAll { events.stretches[$0].end + FeelScene.reach < begin }
      while let next = waiting.first, events.stretches[next].start < until {
        open.append(next)
        waiting.removeFirst()
      }
      let wanted = open.filter {
        events.scope.asks($0) && events.stretches[$0].end >= begin
          && (!onlyLevels || strengths[$0].level < FeelVerdict.feltLevel)
      }
      if open.count > 1, !wanted.isEmpty {
        scene.begin(open, begin - 2 * FeelMeasure.near...min(until, end) + 2 * FeelMeasure.near)
        for place in wanted {
          try work.check(at: place)
          measure(place, onlyLevels, &scene)
        }
      }
      // Late enough, 30 s are less than a rounding error.
      begin = max(until, begin.nextUp)
    } while begin < end
  }

  private mutating func measure(_ place: Int, _ onlyLevels: Bool, _ scene: inout FeelScene) {
    let stretch = events.stretches[place]
    let own = LevelClass(level: strengths[place].level)
    let near = stretch.start - FeelMeasure.near...stretch.end + FeelMeasure.near
    strengths[place].inRun = max(strengths[place].inRun, scene.strongest(in: near, below: own.afterSimilar))
    guard !onlyLevels else { return }
    let moments =
      stretch.isTap
      ? stride(from: stretch.start - 0.01, through: stretch.start + 0.01, by: 0.005)
      : stride(from: stretch.start, through: stretch.end, by: 0.01)
    let found = scene.addition(
      at: moments, below: stretch.isTap ? own.afterSimilar : own.next, ofTaps: stretch.isTap)
    // A later part of it may be the one that is noticed.
    if !isMeasured[place] || strengths[place].addition.map({ $0.adds < found?.adds ?? .infinity }) ?? false {
      strengths[place].addition = found
    }
    isMeasured[place] = true
  }
}
