import ThrumPattern

package struct VibrationDocument: Sendable {
  package let name: String
  /// `nil` if the file cannot be used.
  package let sequence: VibrationSequence?
  package let clip: HapticClip?
  /// Problems found while reading, and data that AHAP cannot represent.
  package let diagnostics: [Diagnostic]

  /// Returns `nil` for text that is not an Android effect.
  static func read(_ bytes: [UInt8], name: String, limits: ReadLimits) -> VibrationDocument? {
    guard bytes.count <= limits.bytes, let text = try? TextEncoding.utf8(of: bytes) else { return nil }
    let first = text.bytes[text.begin...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "<") {
      var reader = VibrationXMLReader(text.bytes, from: text.begin, limits: limits.sensible)
      let effect = reader.effect()
      return VibrationDocument(
        name, effect.map { VibrationSequence([.init(start: 0, effect: $0)]) }, reader.findings, text.bytes,
        places: reader.places, end: reader.lastPlace)
    }
    guard let tape = try? JSONTape(reading: bytes, limits: limits) else {
      return textBeforeTag(name, text.bytes, from: text.begin)
    }
    let read = tape.withReader { tape in
      VibrationJSONReader.object(tape, limits: limits.sensible) ?? OnOffArray.object(tape, limits: limits.sensible)
    }
    guard let object = read ?? nil else { return nil }
    var findings = Findings(perCode: limits.sensible.findingsPerCode)
    tape.tolerances.report(to: &findings)
    do throws(VibrationJSONReader.ReadError) {
      let given = try object.get()
      var sequence = try OnOffArray.sequence(given, &findings)
      if sequence == nil { sequence = try VibrationJSONReader.sequence(given) }
      for name in given.unknownEffectMembers {
        findings.add(
          .lossyEffect, at: 0, path: name, message: "`\(quoted(name))` is unknown and ignored",
          remedy: Suggestion.nearest(to: name, in: JSONObject.effectMembers).map { "Is it meant to be `\($0)`?" }
            ?? "Remove it, or check its spelling.")
      }
      return VibrationDocument(name, sequence, findings, tape.bytes)
    } catch {
      findings.add(
        error.code, at: 0, path: error.path, message: error.sentence, remedy: error.remedy)
      return VibrationDocument(name, nil, findings, tape.bytes)
    }
  }

  /// Returns an error for XML that does not start with a tag, or `nil` if there is no tag of an effect.
  private static func textBeforeTag(_ name: String, _ bytes: [UInt8], from start: Int) -> VibrationDocument? {
    let tag = Array("<vibration-".utf8)
    let found = bytes.indices.dropFirst(start).first { bytes[$0] == tag[0] && bytes[$0...].starts(with: tag) }
    guard let found else { return nil }
    var findings = Findings(perCode: 1)
    findings.add(
      .badEffect, at: start, path: "", message: "there is text before the first tag",
      remedy: "Remove the \(counted(found - start, "byte")) before `<vibration-`.")
    return VibrationDocument(name, nil, findings, bytes)
  }

  /// - Parameters:
  ///   - places: offsets of what causes a loss.
  ///   - end: offset of the effect's end.
  private init(
    _ name: String, _ sequence: VibrationSequence?, _ found: Findings, _ text: [UInt8],
    places: [VibrationClip.Loss: Int] = [:], end: Int = 0
  ) {
    self.name = name
    var findings = found
    var sequence = sequence
    if let problem = sequence?.problem {
      findings.add(.badEffect, at: 0, path: "", message: problem.message, remedy: problem.remedy)
      sequence = nil
    }
    if sequence?.parts.contains(where: { $0.effect.endsLoud }) == true {
      findings.add(
        .lossyEffect, at: end, path: "", message: "the last intensity is not 0, so Android rejects the effect",
        remedy: "End it at intensity 0.")
    }
    self.sequence = sequence
    let made = sequence.map(VibrationClip.init)
    for loss in made?.losses ?? [] {
      findings.add(.lossyEffect, at: places[loss.kind] ?? 0, path: "", message: loss.message, remedy: loss.remedy)
    }
    clip = made?.clip
    diagnostics = findings.diagnostics(file: name, text: text)
  }
}

extension VibrationSequence {
  /// XML text, or `nil` for several effects or a delayed effect.
  package var xml: String? { parts.count == 1 && parts[0].start == 0 ? VibrationXMLWriter.text(parts[0].effect) : nil }

  package func json(name: String) -> [UInt8] { VibrationJSON.text(self, kotlin: kotlin(name: name)) }

  package func kotlin(name: String) -> String { VibrationKotlin.text(self, name: name) }
}

extension VibrationSequence {
  fileprivate var problem: (message: String, remedy: String)? {
    let end = parts.map { $0.start + $0.effect.milliseconds }.max() ?? 0
    guard end <= VibrationLimits.longestEffect else {
      return ("the effect lasts \(end / 1000) s", "Effects of up to an hour can be read.")
    }
    let isSilent = parts.allSatisfy { $0.effect.kind == .waveform && $0.effect.milliseconds == 0 }
    return isSilent ? ("the waveform has no length, so Android rejects it", "Give at least one step a length.") : nil
  }
}

extension VibrationEffect {
  /// Length in ms, without primitives, whose length depends on the device.
  fileprivate var milliseconds: Int {
    switch self {
    case .waveform(let waveform): waveform.steps.reduce(0) { $0 + $1.milliseconds }
    case .envelope(let envelope): envelope.points.reduce(0) { $0 + $1.milliseconds }
    case .basicEnvelope(let envelope): envelope.points.reduce(0) { $0 + $1.milliseconds }
    case .primitives(let primitives): primitives.reduce(0) { $0 + $1.delay }
    case .predefined: 0
    case .timeline(let elements):
      elements.map { element in
        guard case .envelope(let envelope) = element.content else { return element.start }
        return element.start + envelope.points.reduce(0) { $0 + $1.milliseconds }
      }.max() ?? 0
    }
  }

  fileprivate var endsLoud: Bool {
    switch self {
    case .basicEnvelope(let envelope): envelope.points.last?.intensity != 0
    case .timeline(let elements):
      elements.contains {
        if case .envelope(let envelope) = $0.content { envelope.points.last?.intensity != 0 } else { false }
      }
    default: false
    }
  }
}

/// Effects as JSON for custom players: the arguments of Android's builders.
///
///     {"format": "android-vibration", "version": 1, "kind": "waveform", "apiLevel": 26,
///       "timings": [ms…], "amplitudes": [0…255], "repeat": -1}
///
/// Envelopes have `"effects": [{"startMillis": 0, "initialFrequencyHz": …, "controlPoints": [{"amplitude": …,
/// "frequencyHz": …, "durationMillis": …}]}]`. Basic envelopes use `intensity` and `sharpness` instead. Compositions
/// have `"primitives": [{"name": …, "scale": …, "delayMillis": …, "delayType": …}]`. A timeline has `"elements":
/// [{"startMillis": …, "preset": "click", "scale": …}]`, where a basic envelope's members can replace the preset.
/// `kotlin` is a snippet to paste.
struct VibrationJSON {
  static let format = "android-vibration"

  static func text(_ sequence: VibrationSequence, kotlin: String?) -> [UInt8] {
    var members = [member("format", .string(format)), member("version", .number("1"))]
    if let first = sequence.parts.first?.effect {
      members.append(member("kind", .string(first.kind.rawValue)))
      members.append(member("apiLevel", .number(first.apiVersion)))
    }
    for part in sequence.parts {
      switch part.effect {
      case .waveform(let waveform):
        members.append(member("timings", .array(waveform.steps.map { number($0.milliseconds) })))
        members.append(member("amplitudes", .array(waveform.steps.map { number($0.amplitude ?? -1) })))
        members.append(member("repeat", number(waveform.repeats ?? -1)))
      case .primitives(let primitives):
        members.append(member("primitives", .array(primitives.map { .object(object($0)) })))
      case .predefined(let name): members.append(member("name", .string(name.rawValue)))
      case .timeline(let elements): members.append(member("elements", .array(elements.map(element))))
      case .envelope, .basicEnvelope: break
      }
    }
    let envelopes = sequence.parts.compactMap { part in envelope(part).map { JSONValue.object(JSONObject($0)) } }
    if !envelopes.isEmpty { members.append(member("effects", .array(envelopes))) }
    if let kotlin { members.append(member("kotlin", .string(kotlin))) }
    var writer = JSONWriter(pretty: true)
    writer.object(JSONObject(members))
    writer.finish()
    return writer.bytes
  }

  private static func element(_ element: VibrationEffect.Element) -> JSONValue {
    switch element.content {
    case .preset(let name, let scale):
      return .object(
        JSONObject([
          member("startMillis", number(element.start)), member("preset", .string(name.rawValue)),
          member("scale", number(scale)),
        ]))
    case .envelope(let content):
      let part = VibrationSequence.Part(start: element.start, effect: .basicEnvelope(content))
      return .object(JSONObject(envelope(part) ?? []))
    }
  }

  private static func envelope(_ part: VibrationSequence.Part) -> [JSONObject.Member]? {
    var members = [member("startMillis", number(part.start))]
    switch part.effect {
    case .envelope(let envelope):
      if let hertz = envelope.initialHertz { members.append(member("initialFrequencyHz", number(hertz))) }
      let points = envelope.points.map { point in
        JSONValue.object(
          JSONObject([
            member("amplitude", number(point.amplitude)), member("frequencyHz", number(point.hertz)),
            member("durationMillis", number(point.milliseconds)),
          ]))
      }
      members.append(member("controlPoints", .array(points)))
    case .basicEnvelope(let envelope):
      if let sharpness = envelope.initialSharpness { members.append(member("initialSharpness", number(sharpness))) }
      let points = envelope.points.map { point in
        JSONValue.object(
          JSONObject([
            member("intensity", number(point.intensity)), member("sharpness", number(point.sharpness)),
            member("durationMillis", number(point.milliseconds)),
          ]))
      }
      members.append(member("controlPoints", .array(points)))
    default: return nil
    }
    return members
  }

  private static func object(_ primitive: VibrationEffect.Primitive) -> JSONObject {
    JSONObject([
      member("name", .string(primitive.name.rawValue)), member("scale", number(primitive.scale)),
      member("delayMillis", number(primitive.delay)), member("delayType", .string(primitive.kind.rawValue)),
    ])
  }

  private static func member(_ name: String, _ value: JSONValue) -> JSONObject.Member {
    JSONObject.Member(name: name, value: value)
  }

  private static func number(_ value: Double) -> JSONValue { .number(value.description) }
  private static func number(_ value: Int) -> JSONValue { .number("\(value)") }
}
