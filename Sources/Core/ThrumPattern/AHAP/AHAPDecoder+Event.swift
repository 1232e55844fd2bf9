extension AHAPDecoder {
  mutating func event(_ token: Int, _ number: Int) -> Event? {
    let path = JSONPath(entry: number, kind: .event)
    guard tape[token].kind == .object else {
      notAnObject(.badEventEntry, token, path)
      return nil
    }
    var seen = SeenKeys()
    var time: Double?
    var type: EventType?
    var event = Event(type: .hapticTransient, time: 0)
    var unknown: [JSONObject.Member] = []
    var isBad = false
    var index = token &+ 1
    let end = tape[token].next
    while index < end {
      let value = index &+ 1
      let key = tape.key(index)
      switch key {
      case .time?: time = self.number(value, .time, path, .badEventEntry)
      case .eventType?: type = eventType(value, path)
      case .eventDuration?:
        event.duration = self.number(value, .eventDuration, path, .badEventEntry)
        if event.duration == nil { isBad = true }
      case .eventParameters?: event.parameters = eventParameters(value, path)
      case .eventWaveformPath?: event.waveformPath = waveformPath(value, path, &isBad)
      case .eventWaveformLoopEnabled?:
        event.waveformLoopEnabled = boolean(value, .eventWaveformLoopEnabled, path, &isBad)
      case .eventWaveformUseVolumeEnvelope?:
        event.waveformUseVolumeEnvelope = boolean(value, .eventWaveformUseVolumeEnvelope, path, &isBad)
      default: keep(index, in: &unknown, path)
      }
      if let key, key.isEventMember { noteDuplicate(key, index, &seen, path) }
      index = tape.next(value)
    }
    if !unknown.isEmpty { event.unknown = unknownMembers(unknown, of: token, path) }
    guard let time, let type, !isBad else {
      if time == nil { missing(.time, seen, token, path, .badEventEntry) }
      if type == nil { missing(.eventType, seen, token, path, .badEventEntry) }
      return nil
    }
    event.time = time
    event.type = type
    if event.lacksSound { reportMissingSound(token, path) }
    return isPossible(event, token, path) ? event : nil
  }

  /// Checks whether Core Haptics would accept a complete event.
  @inline(__always)
  private mutating func isPossible(_ event: Event, _ token: Int, _ path: JSONPath) -> Bool {
    if event.time >= 0, event.duration ?? 0 >= 0, event.duration != nil || !event.type.requiresDuration {
      return true
    }
    reportImpossible(event, token, path)
    return false
  }

  @inline(never)
  private mutating func reportImpossible(_ event: Event, _ token: Int, _ path: JSONPath) {
    if event.time < 0 {
      report(
        .invalidEventTime, tape.member(.time, of: token), path.to(.time),
        "the event starts at \(event.time) s, before the start of the pattern",
        "Times are measured from the start of the pattern; the earliest is 0.")
    }
    if let duration = event.duration, duration < 0 {
      report(
        .invalidEventDuration, tape.member(.eventDuration, of: token), path.to(.eventDuration),
        "the event has a negative duration, \(shown(duration)) s",
        "Set `EventDuration` to the time until the event's release, in seconds."
      )
    }
    if event.duration == nil, event.type.requiresDuration {
      let tape = tape
      report(
        .badEventEntry, token, path.text, "`\(event.type.rawValue)` needs `EventDuration`",
        tape.misspelling(of: .eventDuration, token, path)
          ?? "Add \"EventDuration\", the time in seconds until the event's release.")
    }
  }

  @inline(never)
  private mutating func reportMissingSound(_ token: Int, _ path: JSONPath) {
    report(
      .missingWaveformPath, token, path.to(.eventWaveformPath), "`AudioCustom` needs `EventWaveformPath`",
      "Add \"EventWaveformPath\" with the sound's path from the root of the app's resources.")
  }

  private mutating func eventType(_ value: Int, _ path: JSONPath) -> EventType? {
    guard tape[value].isString else {
      wrongKind(.badEventEntry, value, path.to(.eventType), "the name of an event type in quotes")
      return nil
    }
    if let type = tape.eventType(value) { return type }
    let name = tape.string(value)
    report(
      .unknownEventType, value, path.to(.eventType),
      "there is no event type `\(quoted(name))`",
      Suggestion.sentence(for: name, in: EventType.allCases.map({ $0.rawValue }), otherwise: Self.allTypes))
    return nil
  }

  private static var allTypes: String {
    "Use one of " + EventType.allCases.map { $0.rawValue }.joined(separator: ", ") + "."
  }

  private mutating func waveformPath(_ value: Int, _ path: JSONPath, _ isBad: inout Bool) -> String? {
    if tape[value].isString { return tape.string(value) }
    if tape[value].kind == .null { return nil }
    wrongKind(.badEventEntry, value, path.to(.eventWaveformPath), "a path in quotes")
    isBad = true
    return nil
  }

  @inline(__always)
  private mutating func eventParameters(_ token: Int, _ path: JSONPath) -> [EventParameter] {
    guard tape[token].kind == .array else {
      wrongKind(.badEventEntry, token, path.to(.eventParameters), "an array")
      return []
    }
    parameterTotal &+= tape[token].count
    guard parameterTotal <= limits.eventParameters else {
      overflow(token, "event parameters", limits.eventParameters)
      return []
    }
    return elements(of: token, path, .eventParameters) { decoder, token, path in
      let parameter = decoder.value(token, path, of: .parameterID) { decoder, value in
        decoder.eventParameterID(value, path)
      }
      return parameter.map { EventParameter($0.key, $0.amount, unknown: $0.unknown) }
    }
  }

  @inline(__always)
  private mutating func eventParameterID(_ value: Int, _ path: JSONPath) -> EventParameterID? {
    if tape[value].isString, let id = tape.eventParameterID(value) { return id }
    unknownID(value, path, EventParameterID.allCases.map { $0.rawValue }, hint: Self.controlHint)
    return nil
  }

  private static func controlHint(_ name: String) -> String? {
    guard DynamicParameterID(rawValue: name) != nil else { return nil }
    return "`\(name)` is a dynamic parameter: put it in a `Parameter` or `ParameterCurve` entry."
  }
}

extension AHAPKey {
  @inline(__always)
  var isEventMember: Bool {
    rawValue >= AHAPKey.time.rawValue && rawValue <= AHAPKey.eventParameters.rawValue
  }
}

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
    unknownID(value, path, DynamicParameterID.allCases.map { $0.rawValue }, hint: Self.eventParameterHint)
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
