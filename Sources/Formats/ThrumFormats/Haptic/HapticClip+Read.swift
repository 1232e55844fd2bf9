import ThrumPattern

extension HapticClip {
  /// Parses a version 1 `.haptic` file, even one from an older writer. Accepts UTF-16 with a warning.
  package static func read(_ bytes: [UInt8], name: String, limits: ReadLimits = ReadLimits()) -> HapticClipDocument {
    do throws(SyntaxError) {
      let tape = try JSONTape(reading: bytes, limits: limits)
      let decoded = tape.withReader { reader in
        var decoder = ClipDecoder(reader, limits: limits.sensible)
        let clip = decoder.clip()
        return (clip: clip, findings: decoder.findings)
      }
      var findings = decoded?.findings ?? Findings(perCode: 1)
      tape.tolerances.report(to: &findings)
      let diagnostics = findings.diagnostics(file: name, text: tape.bytes)
      let isUsable = !diagnostics.contains { $0.severity == .error }
      return HapticClipDocument(name: name, clip: isUsable ? decoded?.clip ?? nil : nil, diagnostics: diagnostics)
    } catch {
      let text = TextEncoding.readablePart(of: bytes)
      var findings = Findings(perCode: 1)
      findings.add(error.finding(in: bytes))
      return HapticClipDocument(name: name, clip: nil, diagnostics: findings.diagnostics(file: name, text: text))
    }
  }
}

/// Must not outlive its reader.
struct ClipDecoder {
  let tape: TapeReader
  let limits: ReadLimits
  var findings: Findings

  init(_ tape: TapeReader, limits: ReadLimits) {
    self.tape = tape
    self.limits = limits
    findings = Findings(perCode: limits.findingsPerCode)
  }

  mutating func clip() -> HapticClip? {
    let tape = tape
    guard tape[0].kind == .object else {
      report(.badClip, 0, "", "the document is \(tape[0].kind.inWords), not an object", Self.shape)
      return nil
    }
    var result = HapticClip(amplitude: [])
    var hasSignals = false
    for (name, value) in members(of: 0, "", known: ["version", "metadata", "signals"]) {
      switch name {
      case "version": version(value)
      case "metadata": metadata(value, &result)
      default:
        hasSignals = true
        signals(value, &result)
      }
    }
    let names = Set(members(of: 0, "", known: ["version", "metadata", "signals"], quietly: true).map { $0.name })
    if !names.contains("version") {
      report(.badClip, 0, "", "`version` is missing", "Add \"version\": { \"major\": 1, \"minor\": 0, \"patch\": 0 }.")
    }
    if !names.contains("metadata") {
      report(.tolerantClip, 0, "", "`metadata` is missing", "Add \"metadata\": {}; strict readers require it.")
    }
    if !hasSignals { report(.badClip, 0, "", "`signals` is missing", Self.shape) }
    return result
  }

  private static let shape =
    "A .haptic file is { \"version\": …, \"metadata\": …, \"signals\": { \"continuous\": { \"envelopes\": { … } } } }."

  private mutating func version(_ value: Int) {
    guard tape[value].kind == .object else { return wrongKind(value, "version", "an object") }
    var numbers: [String: Double] = [:]
    for (name, token) in members(of: value, "version", known: ["major", "minor", "patch"]) {
      guard tape[token].kind == .number else { return wrongKind(token, "version.\(name)", "a number") }
      numbers[name] = tape[token].double
    }
    guard let major = numbers["major"] else {
      return report(.badClip, value, "version", "`major` is missing", "Add \"major\": 1.")
    }
    guard major == 1 else {
      return report(
        .badClip, value, "version.major", "version \(major) is unknown; only version 1 is supported",
        "Export the clip as version 1.")
    }
    for name in ["minor", "patch"] where numbers[name] == nil {
      report(.tolerantClip, value, "version", "`\(name)` is missing", "Add \"\(name)\": 0; strict readers require it.")
    }
    if let minor = numbers["minor"], minor > 0 {
      report(
        .tolerantClip, value, "version.minor",
        "version 1.\(Int(clamping: Int64(min(minor, 1e9)))) may contain more than this reader supports",
        "Unknown parts are dropped.")
    }
  }

  private mutating func metadata(_ value: Int, _ clip: inout HapticClip) {
    let tape = tape
    guard tape[value].kind == .object else {
      return report(
        .tolerantClip, value, "metadata", "`metadata` must be an object, but this is \(tape.describe(value))",
        "Write \"metadata\": {}.")
    }
    let decoded = DecodedObject(value, of: tape, path: "metadata", limits: limits)
    clip.metadata = decoded.object
    for finding in decoded.findings { findings.add(finding) }
  }

  private mutating func signals(_ value: Int, _ clip: inout HapticClip) {
    var token = value
    var path = "signals"
    for name in ["continuous", "envelopes"] {
      guard tape[token].kind == .object else { return wrongKind(token, path, "an object") }
      guard let inner = members(of: token, path, known: [name]).last?.value else {
        return report(.badClip, token, path, "`\(name)` is missing", Self.shape)
      }
      token = inner
      path += ".\(name)"
    }
    guard tape[token].kind == .object else { return wrongKind(token, path, "an object") }
    var hasAmplitude = false
    for (name, list) in members(of: token, path, known: ["amplitude", "frequency"]) {
      if name == "amplitude" {
        hasAmplitude = true
        clip.amplitude = amplitude(list, "\(path).amplitude")
      } else {
        clip.frequency = frequency(list, "\(path).frequency")
      }
    }
    guard hasAmplitude else {
      return report(.badClip, token, path, "`amplitude` is missing", "Add at least two amplitude points.")
    }
    if clip.amplitude.count == 1 {
      report(
        .tolerantClip, token, "\(path).amplitude", "the amplitude has only one point",
        "Give at least two: a start and an end.")
    }
    if let last = clip.frequency.last, last.time > clip.duration {
      report(
        .tolerantClip, token, "\(path).frequency", "the frequency continues after the end of the amplitude",
        "The length of a clip is the time of its last amplitude point.")
    }
  }
}

extension ClipDecoder {
  mutating func amplitude(_ list: Int, _ path: String) -> [HapticClip.AmplitudePoint] {
    var points: [HapticClip.AmplitudePoint] = []
    forEachPoint(of: list, path, known: ["time", "amplitude", "emphasis"]) { decoder, values, token, here in
      guard let time = decoder.required("time", values, token, here),
        let amplitude = decoder.required("amplitude", values, token, here)
      else { return nil }
      var point = HapticClip.AmplitudePoint(time: time, amplitude: amplitude)
      if let emphasis = values["emphasis"] { point.emphasis = decoder.emphasis(emphasis, here, amplitude) }
      points.append(point)
      return time
    }
    return points
  }

  mutating func frequency(_ list: Int, _ path: String) -> [HapticClip.FrequencyPoint] {
    var points: [HapticClip.FrequencyPoint] = []
    forEachPoint(of: list, path, known: ["time", "frequency"]) { decoder, values, token, here in
      guard let time = decoder.required("time", values, token, here),
        let frequency = decoder.required("frequency", values, token, here)
      else { return nil }
      points.append(HapticClip.FrequencyPoint(time: time, frequency: frequency))
      return time
    }
    return points
  }

  private mutating func emphasis(_ token: Int, _ path: String, _ amplitude: Double) -> HapticClip.Emphasis? {
    let path = "\(path).emphasis"
    if tape[token].kind == .null { return nil }
    guard tape[token].kind == .object else {
      wrongKind(token, path, "an object")
      return nil
    }
    let values = values(of: token, path, known: ["amplitude", "frequency"])
    guard let strength = required("amplitude", values, token, path),
      let frequency = required("frequency", values, token, path)
    else { return nil }
    if strength < amplitude {
      report(
        .tolerantClip, token, "\(path).amplitude", "the emphasis is weaker than its point's amplitude",
        "Make it at least \(amplitude), or leave it out.")
    }
    return HapticClip.Emphasis(amplitude: strength, frequency: frequency)
  }

  /// `body` returns a point's time.
  private mutating func forEachPoint(
    of list: Int, _ path: String, known: [String],
    _ body: (inout ClipDecoder, [String: Int], Int, String) -> Double?
  ) {
    guard tape[list].kind == .array else { return wrongKind(list, path, "an array of points") }
    let most = limits.controlPoints
    guard tape[list].count <= most else {
      return report(
        .tooLarge, list, path, "the file has more than \(most) points", "Split the clip, or raise the limit.")
    }
    var index = list &+ 1
    var number = 0
    var last = 0.0
    while index < tape[list].next {
      let here = "\(path)[\(number)]"
      if tape[index].kind == .object {
        let values = self.values(of: index, here, known: known)
        if let time = body(&self, values, index, here) {
          if time < last {
            report(
              .badClip, index, here, "the time \(time) s is earlier than the previous point's",
              "Sort the points by time.")
          }
          last = max(last, time)
        }
      } else {
        wrongKind(index, here, "an object")
      }
      number &+= 1
      index = tape.next(index)
    }
  }

  /// Reads a required time of at least 0, or a value from 0 to 1.
  /// Returns the members' values by name; of equal names, the last counts.
  private mutating func values(of token: Int, _ path: String, known: [String]) -> [String: Int] {
    members(of: token, path, known: known).reduce(into: [:]) { values, member in values[member.name] = member.value }
  }

  private mutating func required(_ name: String, _ values: [String: Int], _ token: Int, _ path: String) -> Double? {
    guard let value = values[name] else {
      report(.badClip, token, path, "`\(name)` is missing", "Add \"\(name)\" with a number.")
      return nil
    }
    guard tape[value].kind == .number else {
      wrongKind(value, "\(path).\(name)", "a number")
      return nil
    }
    let number = tape[value].double
    guard number >= 0, name == "time" ? number < 1e6 : number <= 1 else {
      let range = name == "time" ? "0 to 1e6 s" : "0 to 1"
      report(.badClip, value, "\(path).\(name)", "\(number) is outside \(range)", "Use a value from \(range).")
      return nil
    }
    return number
  }

  /// Reports unknown members unless `quietly`.
  mutating func members(
    of token: Int, _ path: String, known: [String], quietly: Bool = false
  ) -> [(name: String, value: Int)] {
    var result: [(name: String, value: Int)] = []
    var index = token &+ 1
    while index < tape[token].next {
      let name = tape.string(index)
      if known.contains(name) {
        result.append((name, index &+ 1))
      } else if !quietly {
        report(
          .unknownClipField, index, path.isEmpty ? name : "\(path).\(name)",
          "`\(quoted(name))` is unknown here and is dropped",
          Suggestion.sentence(for: name, in: known, otherwise: "Known members: " + known.joined(separator: ", ") + "."))
      }
      index = tape.next(index &+ 1)
    }
    return result
  }

  mutating func wrongKind(_ token: Int, _ path: String, _ wanted: String) {
    let tape = tape
    report(
      .badClip, token, path, "expected \(wanted), found \(tape.describe(token))", tape.wrongKindRemedy(token, wanted))
  }

  mutating func report(
    _ code: DiagnosticCode, _ token: Int, _ path: @autoclosure () -> String,
    _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String
  ) {
    findings.add(code, at: tape[token].start, path: path(), message: message(), remedy: remedy())
  }
}
