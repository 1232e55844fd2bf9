import ThrumPattern

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
    let values = Dictionary(
      members(of: token, path, known: ["amplitude", "frequency"]).map { ($0.name, $0.value) },
      uniquingKeysWith: { $1 })
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
        let values = Dictionary(
          members(of: index, here, known: known).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
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
