struct PatternSummary {
  struct CurveRange {
    var begin: Double
    var end: Double
    var entry: Int
  }

  struct Edge {
    var time: Double
    /// Order at equal times: ends (0), starts (1), ends of transients (2).
    var order: Int8
    var entry: Int32
  }

  struct Onset {
    var time: Double
    var entry: Int
  }

  var types: Set<EventType> = []
  var transients: [Onset] = []
  var edges: [Edge] = []
  var curveRanges: [DynamicParameterID: [CurveRange]] = [:]
  var jumps: Set<DynamicParameterID> = []

  @inline(__always)
  mutating func add(_ event: Event, _ index: Int) {
    types.insert(event.type)
    guard event.type.isHaptic else { return }
    let isTransient = event.type == .hapticTransient
    if isTransient { transients.append(Onset(time: event.time, entry: index)) }
    let end = isTransient ? event.time : event.time + (event.duration ?? 0)
    edges.append(Edge(time: event.time, order: 1, entry: Int32(truncatingIfNeeded: index)))
    edges.append(Edge(time: end, order: isTransient ? 2 : 0, entry: Int32(truncatingIfNeeded: index)))
  }

  mutating func add(_ parameter: DynamicParameter) { jumps.insert(parameter.id) }

  mutating func add(_ curve: ParameterCurve, _ index: Int) {
    let last = curve.points.reduce(0) { max($0, $1.time) }
    guard !curve.points.isEmpty, !curve.hasAbsoluteTimes else { return }
    curveRanges[curve.id, default: []].append(CurveRange(begin: curve.time, end: curve.time + last, entry: index))
  }
}
