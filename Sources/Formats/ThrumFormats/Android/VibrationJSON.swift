import ThrumPattern

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
