extension AHAPDecoder {
  /// Reads a dynamic parameter; `nil`, and reported, when a required member is missing or unusable.
  mutating func parameter(_ token: Int, _ number: Int) -> DynamicParameter? {
    let here = Here(entry: number, kind: .parameter)
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, here)
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
      case .parameterID?: id = decoder.dynamicID(value, here)
      case .parameterValue?: amount = decoder.number(value, .parameterValue, here, .badParameterEntry)
      case .time?: time = decoder.number(value, .time, here, .badParameterEntry)
      default: return decoder.keep(index, in: &unknown, here)
      }
      if let key { decoder.noteDuplicate(key, index, &seen, here) }
    }
    let extra = unknown.isEmpty ? JSONObject() : unknownMembers(unknown, of: token, here)
    let begin = startTime(time, seen, token, here)
    guard let id, let amount, let begin else {
      if id == nil { missing(.parameterID, seen, token, here, .badParameterEntry) }
      if amount == nil { missing(.parameterValue, seen, token, here, .badParameterEntry) }
      return nil
    }
    return DynamicParameter(id, value: amount, time: begin, unknown: extra)
  }

  /// Reads a curve; `nil`, and reported, when a required member is missing or unusable.
  mutating func curve(_ token: Int, _ number: Int) -> ParameterCurve? {
    let here = Here(entry: number, kind: .parameterCurve)
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, here)
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
      case .parameterID?: id = decoder.dynamicID(value, here)
      case .parameterCurveControlPoints?: points = decoder.controlPoints(value, here)
      case .time?: time = decoder.number(value, .time, here, .badParameterEntry)
      default: return decoder.keep(index, in: &unknown, here)
      }
      if let key { decoder.noteDuplicate(key, index, &seen, here) }
    }
    let extra = unknown.isEmpty ? JSONObject() : unknownMembers(unknown, of: token, here)
    let begin = startTime(time, seen, token, here)
    guard let id, let points, let begin else {
      if id == nil { missing(.parameterID, seen, token, here, .badParameterEntry) }
      if points == nil { missing(.parameterCurveControlPoints, seen, token, here, .badParameterEntry) }
      return nil
    }
    if points.isEmpty { reportEmptyCurve(token, here) }
    return ParameterCurve(id, time: begin, points: points, unknown: extra)
  }

  private mutating func reportEmptyCurve(_ token: Int, _ here: Here) {
    let list = tape.member(.parameterCurveControlPoints, of: token)
    guard tape[list].count == 0 else { return }  // its points were unusable, which is reported
    report(
      .emptyCurve, list, here.path(.parameterCurveControlPoints),
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
  private mutating func startTime(_ time: Double?, _ seen: SeenKeys, _ token: Int, _ here: Here) -> Double? {
    guard let time else {
      guard !seen.contains(.time) else { return nil }
      report(
        .missingTime, token, here.path(), "`Time` is missing; Thrum takes 0",
        "Add \"Time\" with the seconds from the start of the pattern; a device may refuse the file.")
      return 0
    }
    guard time >= 0 else {
      report(
        .badParameterEntry, tape.member(.time, of: token), here.path(.time),
        "the time \(time) s lies before the start of the pattern",
        "Times count from the start of the pattern; the earliest is 0.")
      return nil
    }
    return time
  }

  private mutating func dynamicID(_ value: Int, _ here: Here) -> DynamicParameterID? {
    if tape[value].isString, let id = tape.dynamicParameterID(value) { return id }
    unknownID(value, here, DynamicParameterID.allCases.map(\.rawValue), hint: Self.eventParameterHint)
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
  private mutating func controlPoints(_ token: Int, _ here: Here) -> [ControlPoint]? {
    guard tape[token].kind == .array else {
      wrongKind(.badParameterEntry, token, here.path(.parameterCurveControlPoints), "an array of points")
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
    var inside = here
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
  private mutating func controlPoint(_ token: Int, _ here: Here) -> ControlPoint? {
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, here)
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
        time = number(value, .time, here, .badParameterEntry)
        noteDuplicate(.time, index, &seen, here)
      case .parameterValue?:
        amount = number(value, .parameterValue, here, .badParameterEntry)
        noteDuplicate(.parameterValue, index, &seen, here)
      default: keep(index, in: &unknown, here)
      }
      index = tape.next(value)
    }
    guard let time, let amount else {
      if time == nil { missing(.time, seen, token, here, .badParameterEntry) }
      if amount == nil { missing(.parameterValue, seen, token, here, .badParameterEntry) }
      return nil
    }
    guard !unknown.isEmpty else { return ControlPoint(time: time, value: amount) }
    return ControlPoint(time: time, value: amount, unknown: unknownMembers(unknown, of: token, here))
  }
}
