import ThrumPattern

/// Reads Thrum's own JSON, and any object with `timings` and `amplitudes`.
struct VibrationJSONReader {
  struct ReadError: Error {
    var code = DiagnosticCode.badEffect
    var path: String
    var message: String
    var remedy: String

    var sentence: String { path.isEmpty ? message : "`\(path)` \(message)" }
  }

  /// Returns an object that may be an effect, an error if it is too large, or `nil` for other text.
  static func object(_ tape: TapeReader, limits: ReadLimits) -> Result<JSONObject, ReadError>? {
    guard knows(tape) else { return nil }
    var limits = limits
    limits.unknownValues = 2 * limits.entries
    let decoded = DecodedObject(0, of: tape, path: "", limits: limits)
    guard decoded.isTooLarge else { return .success(decoded.object) }
    return .failure(
      ReadError(
        code: .tooLarge, path: "", message: "the effect has more than \(limits.unknownValues) values",
        remedy: "Split it into consecutive effects."))
  }

  private static func knows(_ tape: TapeReader) -> Bool {
    guard tape[0].kind == .object else { return false }
    var (isOurs, hasTimings, hasAmplitudes) = (false, false, false)
    var index = 1
    while index < tape[0].next {
      let value = index &+ 1
      switch tape.string(index) {
      case "format": isOurs = tape[value].isString && tape.string(value) == VibrationJSON.format
      case "timings": hasTimings = true
      case "amplitudes": hasAmplitudes = true
      default: break
      }
      index = tape.next(value)
    }
    return isOurs || (hasTimings && hasAmplitudes)
  }

  static func sequence(_ object: JSONObject) throws(ReadError) -> VibrationSequence {
    if let version = object["version"], version != .number("1") {
      throw ReadError(
        path: "version", message: "is not 1, the only known version", remedy: "Export the effect as version 1.")
    }
    let kind: VibrationEffect.Kind =
      object["kind"] == nil && object["timings"] != nil ? .waveform : try word(object, "kind", "")
    switch kind {
    case .waveform: return VibrationSequence([.init(start: 0, effect: .waveform(try waveform(object)))])
    case .primitives:
      let list = try array(object, "primitives", "")
      return VibrationSequence([.init(start: 0, effect: .primitives(try primitives(list)))])
    case .timeline:
      var elements: [VibrationEffect.Element] = []
      for (index, value) in try array(object, "elements", "").enumerated() {
        elements.append(try element(value, "elements[\(index)]"))
      }
      guard !elements.isEmpty else {
        throw ReadError(path: "elements", message: "is empty", remedy: "Add the effect's content.")
      }
      return VibrationSequence([.init(start: 0, effect: .timeline(elements))])
    case .predefined:
      return VibrationSequence([.init(start: 0, effect: .predefined(try word(object, "name", "")))])
    case .envelope, .basicEnvelope:
      var parts: [VibrationSequence.Part] = []
      for (index, value) in try array(object, "effects", "").enumerated() {
        parts.append(try part(value, kind, "effects[\(index)]"))
      }
      guard !parts.isEmpty else {
        throw ReadError(path: "effects", message: "is empty", remedy: "Add the effect's content.")
      }
      return VibrationSequence(parts)
    }
  }

  private static func waveform(_ object: JSONObject) throws(ReadError) -> VibrationEffect.Waveform {
    let (timings, amplitudes) = (try array(object, "timings", ""), try array(object, "amplitudes", ""))
    guard !timings.isEmpty else {
      throw ReadError(path: "timings", message: "is empty", remedy: "Add the effect's content.")
    }
    guard timings.count == amplitudes.count else {
      throw ReadError(
        path: "amplitudes", message: "has \(counted(amplitudes.count, "value")), but `timings` has \(timings.count)",
        remedy: "Write an amplitude for each timing.")
    }
    var steps: [VibrationEffect.Waveform.Step] = []
    for index in timings.indices {
      let milliseconds = try whole(timings[index], "timings[\(index)]", milliseconds(0))
      let amplitude = try whole(amplitudes[index], "amplitudes[\(index)]", -1...255)
      steps.append(.init(milliseconds: milliseconds, amplitude: amplitude < 0 ? nil : amplitude))
    }
    let repeats = try object["repeat"].map { value throws(ReadError) in
      try whole(value, "repeat", -1...Double(steps.count - 1))
    }
    return VibrationEffect.Waveform(steps: steps, repeats: repeats.flatMap { $0 < 0 ? nil : $0 })
  }

  private static func primitives(_ list: [JSONValue]) throws(ReadError) -> [VibrationEffect.Primitive] {
    var result: [VibrationEffect.Primitive] = []
    for (index, value) in list.enumerated() {
      let path = "primitives[\(index)]"
      let object = try object(value, path)
      result.append(
        VibrationEffect.Primitive(
          try word(object, "name", path), scale: try optional(object, "scale", path, 0...1) ?? 1,
          delay: try object["delayMillis"] == nil ? 0 : milliseconds(object, "delayMillis", path, least: 0),
          object["delayType"] == nil ? .pause : try word(object, "delayType", path)))
    }
    guard !result.isEmpty else {
      throw ReadError(path: "primitives", message: "is empty", remedy: "Add the effect's content.")
    }
    return result
  }

  private static func element(_ value: JSONValue, _ path: String) throws(ReadError) -> VibrationEffect.Element {
    let object = try object(value, path)
    guard object["preset"] != nil else {
      let part = try part(value, .basicEnvelope, path)
      guard case .basicEnvelope(let envelope) = part.effect else {
        throw ReadError(path: path, message: "is not an envelope", remedy: "Write its control points.")
      }
      return VibrationEffect.Element(start: part.start, .envelope(envelope))
    }
    let name: VibrationEffect.Primitive.Name = try word(object, "preset", path)
    guard VibrationEffect.presets.contains(name) else {
      throw ReadError(
        path: path + ".preset", message: "must be one of click, tick, low_tick", remedy: "Use one of these.")
    }
    return VibrationEffect.Element(
      start: try milliseconds(object, "startMillis", path, least: 0),
      .preset(name, scale: try optional(object, "scale", path, 0...1) ?? 1))
  }

  private static func part(
    _ value: JSONValue, _ kind: VibrationEffect.Kind, _ path: String
  ) throws(ReadError) -> VibrationSequence.Part {
    let object = try object(value, path)
    let start = try object["startMillis"] == nil ? 0 : milliseconds(object, "startMillis", path, least: 0)
    let points = try array(object, "controlPoints", path)
    guard !points.isEmpty else {
      throw ReadError(path: path + ".controlPoints", message: "is empty", remedy: "Add the effect's content.")
    }
    func values(_ first: String, _ second: String, _ range: ClosedRange<Double>) throws(ReadError) -> [(
      Double, Double, Int
    )] {
      var result: [(Double, Double, Int)] = []
      for (index, value) in points.enumerated() {
        let place = "\(path).controlPoints[\(index)]"
        let point = try Self.object(value, place)
        result.append(
          (
            try required(point, first, place, 0...1), try required(point, second, place, range),
            try milliseconds(point, "durationMillis", place, least: 1)
          ))
      }
      return result
    }
    if kind == .envelope {
      let hertz = try optional(object, "initialFrequencyHz", path, VibrationLimits.hertz)
      let read = try values("amplitude", "frequencyHz", VibrationLimits.hertz)
      let envelope = VibrationEffect.Envelope(
        initialHertz: hertz, points: read.map { .init(amplitude: $0.0, hertz: $0.1, milliseconds: $0.2) })
      return VibrationSequence.Part(start: start, effect: .envelope(envelope))
    }
    let sharpness = try optional(object, "initialSharpness", path, 0...1)
    let read = try values("intensity", "sharpness", 0...1)
    let envelope = VibrationEffect.BasicEnvelope(
      initialSharpness: sharpness, points: read.map { .init(intensity: $0.0, sharpness: $0.1, milliseconds: $0.2) })
    return VibrationSequence.Part(start: start, effect: .basicEnvelope(envelope))
  }

  // MARK: Values

  private static func object(_ value: JSONValue, _ path: String) throws(ReadError) -> JSONObject {
    guard case .object(let object) = value else {
      throw ReadError(path: path, message: "must be an object", remedy: "Write { … }.")
    }
    return object
  }

  static func array(_ object: JSONObject, _ name: String, _ path: String) throws(ReadError) -> [JSONValue] {
    guard case .array(let list)? = object[name] else {
      throw ReadError(path: place(path, name), message: "must be an array", remedy: "Write [ … ].")
    }
    return list
  }

  private static func number(_ value: JSONValue, _ path: String, _ range: ClosedRange<Double>) throws(ReadError)
    -> Double
  {
    if case .string(let text) = value, let number = DecimalComma.corrected(text) {
      throw ReadError(
        path: path, message: "is the string \"\(text)\"",
        remedy: "Write \(number): a number has a decimal point and no quotes.")
    }
    guard case .number(let text) = value, let number = Double(text), range.contains(number) else {
      throw ReadError(
        path: path, message: "must be a number \(range.words)", remedy: "Use a number in that range.")
    }
    return number
  }

  static func whole(_ value: JSONValue, _ path: String, _ range: ClosedRange<Double>) throws(ReadError) -> Int {
    if let whole = Int(exactly: try number(value, path, range)) { return whole }
    throw ReadError(path: path, message: "must be a whole number", remedy: "Use a whole number.")
  }

  static func wholeMilliseconds(_ value: JSONValue, _ path: String) throws(ReadError) -> Int {
    try whole(value, path, milliseconds(0))
  }

  private static func milliseconds(_ least: Double) -> ClosedRange<Double> {
    least...Double(VibrationLimits.longestEffect)
  }

  private static func milliseconds(
    _ object: JSONObject, _ name: String, _ path: String, least: Double
  ) throws(ReadError) -> Int {
    try whole(try value(object, name, path), place(path, name), milliseconds(least))
  }

  private static func value(_ object: JSONObject, _ name: String, _ path: String) throws(ReadError) -> JSONValue {
    if let value = object[name] { return value }
    throw ReadError(path: place(path, name), message: "is missing", remedy: "Add it.")
  }

  private static func optional(
    _ object: JSONObject, _ name: String, _ path: String, _ range: ClosedRange<Double>
  ) throws(ReadError) -> Double? {
    guard let value = object[name] else { return nil }
    return try number(value, place(path, name), range)
  }

  private static func required(
    _ object: JSONObject, _ name: String, _ path: String, _ range: ClosedRange<Double>
  ) throws(ReadError) -> Double {
    try number(try value(object, name, path), place(path, name), range)
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ object: JSONObject, _ name: String, _ path: String
  ) throws(ReadError) -> Word where Word.RawValue == String {
    if case .string(let text)? = object[name], let word = Word(rawValue: text) { return word }
    throw ReadError(
      path: place(path, name), message: "must be one of \(Word.allCases.map { $0.rawValue }.joined(separator: ", "))",
      remedy: "Use one of these.")
  }

  private static func place(_ path: String, _ name: String) -> String { path.isEmpty ? name : path + "." + name }
}
