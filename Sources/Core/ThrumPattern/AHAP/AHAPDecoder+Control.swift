extension AHAPDecoder {
  mutating func parameter(_ token: Int, _ number: Int) -> DynamicParameter? {
    let path = JSONPath(entry: number, kind: .parameter)
    let control = control(token, path, .parameterValue) { decoder, value in
      decoder.number(value, .parameterValue, path, .badParameterEntry)
    }
    guard let control else { return nil }
    return DynamicParameter(control.id, value: control.content, time: control.time, unknown: control.unknown)
  }

  mutating func curve(_ token: Int, _ number: Int) -> ParameterCurve? {
    let path = JSONPath(entry: number, kind: .parameterCurve)
    let control = control(token, path, .parameterCurveControlPoints) { decoder, value in
      decoder.controlPoints(value, path)
    }
    guard let control else { return nil }
    if control.content.isEmpty { reportEmptyCurve(token, path) }
    return ParameterCurve(control.id, time: control.time, points: control.content, unknown: control.unknown)
  }

  private struct Control<Content> {
    let id: DynamicParameterID
    let content: Content
    let time: Double
    let unknown: JSONObject
  }

  @inline(__always)
  private mutating func control<Content>(
    _ token: Int, _ path: JSONPath, _ contentKey: AHAPKey, _ read: (inout AHAPDecoder, Int) -> Content?
  ) -> Control<Content>? {
    guard tape[token].kind == .object else {
      notAnObject(.badParameterEntry, token, path)
      return nil
    }
    var seen = SeenKeys()
    var id: DynamicParameterID?
    var content: Content?
    var time: Double?
    var unknown: [JSONObject.Member] = []
    forEachKey(of: token) { decoder, key, index in
      let value = index &+ 1
      switch key {
      case .parameterID?: id = decoder.dynamicID(value, path)
      case contentKey?: content = read(&decoder, value)
      case .time?: time = decoder.number(value, .time, path, .badParameterEntry)
      default: return decoder.keep(index, in: &unknown, path)
      }
      if let key { decoder.noteDuplicate(key, index, &seen, path) }
    }
    let extra = unknown.isEmpty ? JSONObject() : unknownMembers(unknown, of: token, path)
    let begin = startTime(time, seen, token, path)
    guard let id, let content, let begin else {
      if id == nil { missing(.parameterID, seen, token, path, .badParameterEntry) }
      if content == nil { missing(contentKey, seen, token, path, .badParameterEntry) }
      return nil
    }
    return Control(id: id, content: content, time: begin, unknown: extra)
  }

  private mutating func reportEmptyCurve(_ token: Int, _ path: JSONPath) {
    let list = tape.member(.parameterCurveControlPoints, of: token)
    guard tape[list].count == 0 else { return }  // unusable points have already been reported
    report(
      .emptyCurve, list, path.to(.parameterCurveControlPoints),
      "the curve has no control points", "Give at least one point, or remove the entry.")
  }

  /// Returns 0 and reports a warning if the time is missing. A negative time is an error.
  private mutating func startTime(_ time: Double?, _ seen: SeenKeys, _ token: Int, _ path: JSONPath) -> Double? {
    guard let time else {
      guard !seen.contains(.time) else { return nil }
      report(
        .missingTime, token, path.text, "`Time` is missing; Thrum uses 0",
        "Add \"Time\", in seconds from the start of the pattern; without it, a device may reject the file.")
      return 0
    }
    guard time >= 0 else {
      report(
        .badParameterEntry, tape.member(.time, of: token), path.to(.time),
        "the time \(time) s is before the start of the pattern",
        "Times are measured from the start of the pattern; the earliest is 0.")
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
    else { return "`\(name)` belongs in an event's `EventParameters`." }
    return "`\(name)` belongs in an event's `EventParameters`; the control is `\(control.rawValue)`."
  }

  @inline(__always)
  private mutating func controlPoints(_ token: Int, _ path: JSONPath) -> [ControlPoint]? {
    guard tape[token].kind == .array else {
      wrongKind(.badParameterEntry, token, path.to(.parameterCurveControlPoints), "an array of points")
      return nil
    }
    pointTotal &+= tape[token].count
    guard pointTotal <= limits.controlPoints else {
      overflow(token, "control points", limits.controlPoints)
      return nil
    }
    return elements(of: token, path, .parameterCurveControlPoints) { decoder, token, path in
      let point = decoder.value(token, path, of: .time) { decoder, value in
        decoder.number(value, .time, path, .badParameterEntry)
      }
      return point.map { ControlPoint(time: $0.key, value: $0.amount, unknown: $0.unknown) }
    }
  }
}
