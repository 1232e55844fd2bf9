extension AHAPDecoder {
  /// Reads a dynamic parameter; `nil`, and reported, when a required member is missing or unusable.
  mutating func parameter(_ token: Int, _ number: Int) -> DynamicParameter? {
    let path = JSONPath(entry: number, kind: .parameter)
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, path)
      return nil
    }
    var seen = SeenKeys()
    var id: DynamicParameterID?
    var amount: Double?
    var time: Double?
    var unknown: [JSONObject.Member] = []
    forEachKey(of: token) { decoder, key, index in
      let value = index &+ 1
      switch key {
      case .parameterID?: id = decoder.dynamicID(value, path)
      case .parameterValue?: amount = decoder.number(value, .parameterValue, path, .badParameterEntry)
      case .time?: time = decoder.number(value, .time, path, .badParameterEntry)
      default: return decoder.keep(index, in: &unknown, path)
      }
      if let key { decoder.noteDuplicate(key, index, &seen, path) }
    }
    let extra = unknown.isEmpty ? JSONObject() : unknownMembers(unknown, of: token, path)
    let begin = startTime(time, seen, token, path)
    guard let id, let amount, let begin else {
      if id == nil { missing(.parameterID, seen, token, path, .badParameterEntry) }
      if amount == nil { missing(.parameterValue, seen, token, path, .badParameterEntry) }
      return nil
    }
    return DynamicParameter(id, value: amount, time: begin, unknown: extra)
  }

  /// Reads a curve; `nil`, and reported, when a required member is missing or unusable.
  mutating func curve(_ token: Int, _ number: Int) -> ParameterCurve? {
    let path = JSONPath(entry: number, kind: .parameterCurve)
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, path)
      return nil
    }
    var seen = SeenKeys()
    var id: DynamicParameterID?
    var points: [ControlPoint]?
    var time: Double?
    var unknown: [JSONObject.Member] = []
    forEachKey(of: token) { decoder, key, index in
      let value = index &+ 1
      switch key {
      case .parameterID?: id = decoder.dynamicID(value, path)
      case .parameterCurveControlPoints?: points = decoder.controlPoints(value, path)
      case .time?: time = decoder.number(value, .time, path, .badParameterEntry)
      default: return decoder.keep(index, in: &unknown, path)
      }
      if let key { decoder.noteDuplicate(key, index, &seen, path) }
    }
    let extra = unknown.isEmpty ? JSONObject() : unknownMembers(unknown, of: token, path)
    let begin = startTime(time, seen, token, path)
    guard let id, let points, let begin else {
      if id == nil { missing(.parameterID, seen, token, path, .badParameterEntry) }
      if points == nil { missing(.parameterCurveControlPoints, seen, token, path, .badParameterEntry) }
      return nil
    }
    if points.isEmpty { reportEmptyCurve(token, path) }
    return ParameterCurve(id, time: begin, points: points, unknown: extra)
  }

  private mutating func reportEmptyCurve(_ token: Int, _ path: JSONPath) {
    let list = tape.member(.parameterCurveControlPoints, of: token)
    guard tape[list].count == 0 else { return }  // its points were unusable, which is reported
    report(
      .emptyCurve, list, path.to(.parameterCurveControlPoints),
      "the curve has no control point", "Give at least one point, or remove the entry.")
  }

  @inline(__always)
  private mutating func forEachKey(
    of token: Int, _ body: (inout AHAPDecoder, AHAPKey?, Int) -> Void
  ) {
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      body(&self, tape.key(index), index)
      index = tape.next(index &+ 1)
    }
  }

  /// A missing time counts as 0, with a warning; a negative one is an error.
  private mutating func startTime(_ time: Double?, _ seen: SeenKeys, _ token: Int, _ path: JSONPath) -> Double? {
    guard let time else {
      guard !seen.contains(.time) else { return nil }
      report(
        .missingTime, token, path.text, "`Time` is missing; Thrum takes 0",
        "Add \"Time\" with the seconds from the start of the pattern; a device may refuse the file.")
      return 0
    }
    guard time >= 0 else {
      report(
        .badParameterEntry, tape.member(.time, of: token), path.to(.time),
        "the time \(time) s lies before the start of the pattern",
        "Times count from the start of the pattern; the earliest is 0.")
      return nil
    }
    return time
  }

  private mutating func dynamicID(_ value: Int, _ path: JSONPath) -> DynamicParameterID? {
    if tape[value].isString, let id = tape.dynamicParameterID(value) { return id }
    unknownID(value, path, DynamicParameterID.allCases.map(\.rawValue), hint: Self.eventParameterHint)
    return nil
  }

  private static func eventParameterHint(_ name: String) -> String? {
    guard EventParameterID(rawValue: name) != nil else { return nil }
    guard
      let control = DynamicParameterID(rawValue: (name.hasSuffix("Time") ? "Haptic" : "") + name + "Control")
    else { return "`\(name)` belongs into an event's `EventParameters`." }
    return "`\(name)` belongs into an event's `EventParameters`; the control is `\(control.rawValue)`."
  }

  @inline(__always)
  private mutating func controlPoints(_ token: Int, _ path: JSONPath) -> [ControlPoint]? {
    guard tape[token].kind == .array else {
      wrongKind(.badParameterEntry, token, path.to(.parameterCurveControlPoints), "an array of points")
      return nil
    }
    let count = tape[token].count
    pointTotal &+= count
    guard pointTotal <= limits.controlPoints else {
      overflow(token, "control points", limits.controlPoints)
      return nil
    }
    var points: [ControlPoint] = []
    points.reserveCapacity(count)
    var inside = path
    inside.list = .parameterCurveControlPoints
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      if let point = controlPoint(index, inside) { points.append(point) }
      inside.element &+= 1
      index = tape.next(index)
    }
    return points
  }

  @inline(__always)
  private mutating func controlPoint(_ token: Int, _ path: JSONPath) -> ControlPoint? {
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, path)
      return nil
    }
    var seen = SeenKeys()
    var time: Double?
    var amount: Double?
    var unknown: [JSONObject.Member] = []
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      let value = index &+ 1
      switch tape.key(index) {
      case .time?:
        time = number(value, .time, path, .badParameterEntry)
        noteDuplicate(.time, index, &seen, path)
      case .parameterValue?:
        amount = number(value, .parameterValue, path, .badParameterEntry)
        noteDuplicate(.parameterValue, index, &seen, path)
      default: keep(index, in: &unknown, path)
      }
      index = tape.next(value)
    }
    guard let time, let amount else {
      if time == nil { missing(.time, seen, token, path, .badParameterEntry) }
      if amount == nil { missing(.parameterValue, seen, token, path, .badParameterEntry) }
      return nil
    }
    guard !unknown.isEmpty else { return ControlPoint(time: time, value: amount) }
    return ControlPoint(time: time, value: amount, unknown: unknownMembers(unknown, of: token, path))
  }
}
