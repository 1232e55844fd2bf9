/// A JSON Schema (2020-12) for AHAP, made from the reader's and the linter's names, ranges and defaults.
///
/// Its keywords mean the same in draft 7, which older validators use.
package struct AHAPSchema {
  private let isStrict: Bool

  /// Creates a schema that catches the reader's errors and, if `isStrict`, as many of the linter's warnings as
  /// possible.
  package init(isStrict: Bool) { self.isStrict = isStrict }

  package var text: [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.value(document.value)
    writer.finish()
    return writer.bytes
  }

  // MARK: Document

  private var document: SchemaNode {
    let about =
      isStrict
      ? "Rejects what `thrum lint` reports as an error or, where a schema can express it, as a warning."
      : "Rejects what Core Haptics rejects."
    let version: SchemaNode = [
      "description": "Lowest version of Core Haptics that can play the pattern.", "default": 1,
    ]
    let metadata: SchemaNode = [
      "description": "Information about the pattern, such as Project, Created and Description."
    ]
    let list: SchemaNode = [
      "type": "array", "description": "Events, parameters and curves, in any order.", "items": reference("entry"),
    ]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Apple Haptic and Audio Pattern (AHAP)",
      "description": "Written by `thrum schema\(isStrict ? " --strict" : "")`. \(about)",
      "type": "object",
      "required": names([.pattern]),
      "properties": properties([
        (.version, isStrict ? version.with(["const": 1]) : version),
        (.metadata, isStrict ? metadata.with(["type": "object"]) : metadata),
        // A pattern without events causes a warning.
        (.pattern, isStrict ? list.with(["contains": ["required": names([.event])]]) : list),
      ]),
      "$defs": [
        "entry": entry, "event": event, "eventParameter": eventParameter, "parameter": parameter, "curve": curve,
        "point": point,
      ],
    ]
  }

  private var entry: SchemaNode {
    let node: SchemaNode = [
      "type": "object",
      "description": "One event, one dynamic parameter or one parameter curve. Other entries are ignored.",
      "properties": properties([
        (.event, reference("event")), (.parameter, reference("parameter")), (.parameterCurve, reference("curve")),
      ]),
    ]
    return isStrict ? node.with(["maxProperties": 1]) : node
  }

  // MARK: Events

  private var event: SchemaNode {
    [
      "type": "object",
      "required": names([.time, .eventType]),
      "properties": properties([
        (.time, number("Seconds from the start of the pattern.", from: 0)),
        (
          .eventType,
          [
            "description": "A tap, a vibration, a tone or a sound.",
            "enum": strings(EventType.allCases.map { $0.rawValue }),
          ]
        ),
        (.eventDuration, number("Seconds until the release starts. A transient needs no duration.", from: 0)),
        (
          .eventWaveformPath,
          [
            "description": "Path of an AudioCustom event's sound, relative to the root of the app's resources.",
            "type": ["string", "null"],
          ]
        ),
        (.eventWaveformLoopEnabled, boolean("Whether the sound repeats until the event ends.", false)),
        (.eventWaveformUseVolumeEnvelope, boolean("Whether the envelope shapes the sound.", true)),
        (
          .eventParameters,
          [
            "description": "Values fixed when the event starts; those not listed have their defaults.", "type": "array",
            "items": reference("eventParameter"),
          ]
        ),
      ]),
      "allOf": SchemaNode(EventType.allCases.compactMap(rule)),
    ]
  }

  private func rule(_ type: EventType) -> SchemaNode? {
    var required: [AHAPKey] = []
    var inside: [(AHAPKey, SchemaNode)] = []
    if type.requiresDuration { required.append(.eventDuration) }
    if type == .audioCustom {
      required.append(.eventWaveformPath)
      inside.append((.eventWaveformPath, ["type": "string", "minLength": 1]))
    }
    if isStrict {
      if type.requiresDuration {
        let least: SchemaNode = ["exclusiveMinimum": 0]
        let longest = SchemaNode(EventLimits.continuousSeconds)
        inside.append((.eventDuration, type.isHaptic ? least.with(["maximum": longest]) : least))
      }
      let allowed = EventParameterID.allCases.filter { $0.applies(to: type) }.map { $0.rawValue }
      inside.append(
        (.eventParameters, ["items": ["properties": properties([(.parameterID, ["enum": strings(allowed)])])]]))
    }
    guard !required.isEmpty || !inside.isEmpty else { return nil }
    var then: [(String, SchemaNode)] = []
    if !required.isEmpty { then.append(("required", names(required))) }
    if !inside.isEmpty { then.append(("properties", properties(inside))) }
    return condition(.eventType, [type.rawValue], SchemaNode(then))
  }

  private var eventParameter: SchemaNode {
    let all = EventParameterID.allCases
    return control(
      all.map { $0.rawValue }, all.map { $0.meaning }, ranges: all.map { ($0.rawValue, $0.range) },
      [(.parameterValue, number("The value; values outside the parameter's range are clamped."))],
      required: [.parameterID, .parameterValue])
  }

  // MARK: Controls

  private static let controls = DynamicParameterID.allCases.map { $0.rawValue }
  private static let controlRanges = DynamicParameterID.allCases.map { ($0.rawValue, $0.range) }
  private static let controlMeanings = DynamicParameterID.allCases.map { id in
    "\(id.rawValue): \(id.multiplies ? "a factor" : "added"), \(words(id.range)), default \(Int(id.defaultValue))."
  }

  private func control(
    _ ids: [String], _ meanings: [String], ranges: [(String, ClosedRange<Double>)], _ others: [(AHAPKey, SchemaNode)],
    required: [AHAPKey]
  ) -> SchemaNode {
    let id: SchemaNode = ["description": SchemaNode(meanings.joined(separator: "\n")), "enum": strings(ids)]
    let node: SchemaNode = [
      "type": "object", "required": names(required), "properties": properties([(.parameterID, id)] + others),
    ]
    guard isStrict else { return node }
    let isCurve = required.contains(.parameterCurveControlPoints)
    return node.with(["allOf": SchemaNode(limits(ranges, isCurve: isCurve))])
  }

  private func limits(_ ranges: [(String, ClosedRange<Double>)], isCurve: Bool) -> [SchemaNode] {
    let groups = Dictionary(grouping: ranges) { $0.1 }.sorted { $0.key.lowerBound > $1.key.lowerBound }
    return groups.map { range, members in
      let bounds: SchemaNode = ["minimum": SchemaNode(range.lowerBound), "maximum": SchemaNode(range.upperBound)]
      let value: SchemaNode = ["properties": properties([(.parameterValue, bounds)])]
      let inside: SchemaNode =
        isCurve ? ["properties": properties([(.parameterCurveControlPoints, ["items": value])])] : value
      return condition(.parameterID, members.map { $0.0 }, inside)
    }
  }

  private var parameter: SchemaNode {
    control(
      AHAPSchema.controls, AHAPSchema.controlMeanings, ranges: AHAPSchema.controlRanges,
      [
        (.parameterValue, number("The value from this time on, for all events.")),
        (.time, number("Seconds from the start of the pattern.", from: 0)),
      ], required: [.parameterID, .parameterValue] + (isStrict ? [.time] : []))
  }

  private var curve: SchemaNode {
    let most = EventLimits.curvePoints
    return control(
      AHAPSchema.controls, AHAPSchema.controlMeanings, ranges: AHAPSchema.controlRanges,
      [
        (.time, number("Seconds from the start of the pattern.", from: 0)),
        (
          .parameterCurveControlPoints,
          [
            "description": "Points, joined by straight lines. Apple documents at most \(most).", "type": "array",
            "minItems": 1, "items": reference("point"),
          ]
        ),
      ], required: [.parameterID, .parameterCurveControlPoints] + (isStrict ? [.time] : []))
  }

  private var point: SchemaNode {
    [
      "type": "object", "required": names([.time, .parameterValue]),
      "properties": properties([
        (.time, number("Seconds from the start of the curve.", from: isStrict ? 0 : nil)),
        (.parameterValue, number("The control's value at this time.")),
      ]),
    ]
  }

  // MARK: Parts

  /// The reader accepts a boolean as 0 or 1, with a warning.
  private func number(_ description: String, from least: Int? = nil) -> SchemaNode {
    let kind: SchemaNode = isStrict ? "number" : ["number", "boolean"]
    let node: SchemaNode = ["description": SchemaNode(description), "type": kind]
    return least.map { node.with(["minimum": SchemaNode(Double($0))]) } ?? node
  }

  /// The reader also accepts 0 and 1, with a warning.
  private func boolean(_ description: String, _ standard: Bool) -> SchemaNode {
    let node: SchemaNode = ["description": SchemaNode(description), "default": SchemaNode(booleanLiteral: standard)]
    return node.with(isStrict ? ["type": "boolean"] : ["enum": [false, true, 0, 1]])
  }

  private func condition(_ key: AHAPKey, _ values: [String], _ then: SchemaNode) -> SchemaNode {
    ["if": ["properties": properties([(key, ["enum": strings(values)])]), "required": names([key])], "then": then]
  }

  private func properties(_ list: [(AHAPKey, SchemaNode)]) -> SchemaNode {
    SchemaNode(list.map { ("\($0.0.name)", $0.1) })
  }

  private func names(_ keys: [AHAPKey]) -> SchemaNode { strings(keys.map { "\($0.name)" }) }

  private func strings(_ texts: [String]) -> SchemaNode { SchemaNode(texts.map { SchemaNode($0) }) }

  private func reference(_ name: String) -> SchemaNode { ["$ref": "#/$defs/\(name)"] }
}

private func words(_ range: ClosedRange<Double>) -> String {
  "\(shown(range.lowerBound)) to \(shown(range.upperBound))"
}

private func shown(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

extension EventParameterID {
  fileprivate var meaning: String {
    let types = EventType.allCases.filter(applies)
    let isCommon = Set(types.map(defaultValue)).count == 1
    let defaults = types.prefix(isCommon ? 1 : types.count).map { type in
      "default \(shown(defaultValue(for: type)))" + (isCommon ? "" : " for \(type.rawValue)")
    }
    return "\(rawValue): \(purpose), \(words(range)), \(defaults.joined(separator: ", "))."
  }

  private var purpose: String {
    switch self {
    case .hapticIntensity: "strength of the vibration"
    case .hapticSharpness: "from round to crisp"
    case .attackTime: "length of the rise"
    case .decayTime: "length of the fall if Sustained is 0"
    case .releaseTime: "length of the fall after the end"
    case .sustained: "whether the level holds until the event ends"
    case .audioVolume: "loudness of the sound"
    case .audioPitch: "pitch of the sound"
    case .audioPan: "position from left to right"
    case .audioBrightness: "share of high frequencies"
    }
  }
}
