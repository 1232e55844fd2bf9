import ThrumPattern

/// Vibrations that only switch a motor on and off, as a list of durations in milliseconds: React Native's, Flutter's,
/// Android's `timings` and the web's `navigator.vibrate`.
///
/// Either the bare array, or an object with `timings` or `pattern` (which begin with a pause) or `vibrate` (which
/// begins with a vibration). Flutter's `intensities` give a strength to each duration.
enum OnOffArray {
  private static let names = ["timings", "pattern", "vibrate"]

  /// Returns an object if the text is such a list: an array as its member `on-off`. Returns `nil` for other text.
  static func object(_ tape: TapeReader, limits: ReadLimits) -> Result<JSONObject, VibrationJSONReader.ReadError>? {
    guard let list = list(in: tape), tape[list].kind == .array, isNumbers(list, tape) else { return nil }
    var limits = limits
    limits.unknownValues = 2 * limits.entries
    if list == 0 {
      var values: [JSONValue] = []
      var index = 1
      while index < tape[0].next, values.count <= limits.unknownValues {
        values.append(.number(tape.source(index)))
        index = tape.next(index)
      }
      guard values.count <= limits.unknownValues else { return .failure(tooLarge(limits)) }
      return .success(JSONObject([.init(name: bare, value: .array(values))]))
    }
    let decoded = DecodedObject(0, of: tape, path: "", limits: limits)
    return decoded.isTooLarge ? .failure(tooLarge(limits)) : .success(decoded.object)
  }

  private static let bare = "on-off"

  private static func tooLarge(_ limits: ReadLimits) -> VibrationJSONReader.ReadError {
    VibrationJSONReader.ReadError(
      code: .tooLarge, path: "", message: "the vibration has more than \(limits.unknownValues) values",
      remedy: "Split it into consecutive ones.")
  }

  private static func list(in tape: TapeReader) -> Int? {
    guard tape[0].kind == .object else { return 0 }
    var index = 1
    while index < tape[0].next {
      if names.contains(tape.string(index)) { return index &+ 1 }
      index = tape.next(index &+ 1)
    }
    return nil
  }

  private static func isNumbers(_ list: Int, _ tape: TapeReader) -> Bool {
    var index = list &+ 1
    guard index < tape[list].next else { return false }
    while index < tape[list].next {
      guard tape[index].kind == .number else { return false }
      index = tape.next(index)
    }
    return true
  }

  /// Returns `nil` for an object in Thrum's own form, or with Android's `amplitudes`.
  static func sequence(
    _ object: JSONObject, _ findings: inout Findings
  ) throws(VibrationJSONReader.ReadError) -> VibrationSequence? {
    guard object["format"] == nil, object["amplitudes"] == nil,
      let name = ([bare] + names).first(where: { object[$0] != nil })
    else { return nil }
    let path = name == bare ? "" : name
    let durations = try VibrationJSONReader.array(object, name, "")
    var milliseconds: [Int] = []
    for (index, value) in durations.enumerated() {
      milliseconds.append(try VibrationJSONReader.wholeMilliseconds(value, "\(path)[\(index)]"))
    }
    let steps: [VibrationEffect.Waveform.Step]
    if let given = object["intensities"], given != .array([]) {
      steps = try flutter(object, milliseconds, path)
    } else {
      let beginsOn = name == "vibrate" || (name == bare && milliseconds.first != 0 && milliseconds.count % 2 == 1)
      steps = milliseconds.enumerated().map { index, length in
        .init(milliseconds: length, amplitude: (index % 2 == 0) == beginsOn ? 255 : 0)
      }
      findings.add(
        .lossyEffect, at: 0, path: path,
        message: beginsOn
          ? "on and off times have no strength: read at full strength, beginning with a vibration, as for navigator.vibrate"
          : "on and off times have no strength: read at full strength, beginning with a pause, as on Android",
        remedy: "Write { \"timings\": [ … ], \"amplitudes\": [ … ] } to say more.")
    }
    return VibrationSequence([
      .init(start: 0, effect: .waveform(.init(steps: steps, repeats: try repeats(object, steps.count))))
    ])
  }

  private static func flutter(
    _ object: JSONObject, _ milliseconds: [Int], _ path: String
  ) throws(VibrationJSONReader.ReadError) -> [VibrationEffect.Waveform.Step] {
    let intensities = try VibrationJSONReader.array(object, "intensities", "")
    guard intensities.count == milliseconds.count else {
      throw VibrationJSONReader.ReadError(
        path: "intensities",
        message: "has \(counted(intensities.count, "value")), but `\(path)` has \(milliseconds.count)",
        remedy: "Write an intensity for each duration.")
    }
    var steps: [VibrationEffect.Waveform.Step] = []
    for (index, value) in intensities.enumerated() {
      let amplitude = try VibrationJSONReader.whole(value, "intensities[\(index)]", -1...255)
      steps.append(.init(milliseconds: milliseconds[index], amplitude: amplitude < 0 ? nil : amplitude))
    }
    return steps
  }

  /// Reads `repeat`: a step's index, −1, or in React Native true or false.
  private static func repeats(
    _ object: JSONObject, _ count: Int
  ) throws(VibrationJSONReader.ReadError) -> Int? {
    switch object["repeat"] {
    case nil, .bool(false)?: return nil
    case .bool(true)?: return 0
    case let value?:
      let index = try VibrationJSONReader.whole(value, "repeat", -1...Double(count - 1))
      return index < 0 ? nil : index
    }
  }
}

extension JSONObject {
  /// Members of vibrations in JSON, in every form.
  static let effectMembers = [
    "format", "version", "kind", "apiLevel", "timings", "amplitudes", "repeat", "primitives", "elements", "name",
    "effects", "kotlin", "pattern", "intensities", "amplitude", "vibrate", "on-off",
  ]

  var unknownEffectMembers: [String] { members.map { $0.name }.filter { !JSONObject.effectMembers.contains($0) } }
}
