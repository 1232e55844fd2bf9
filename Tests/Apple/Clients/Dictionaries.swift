// Patterns as dictionaries, in the forms that apps use.
import CoreHaptics
import Foundation

enum DictionaryPatterns {
  // One typed, nested literal.
  static func tap() throws -> CHHapticPattern {
    let dictionary: [CHHapticPattern.Key: Any] = [
      .version: 1.0,
      .pattern: [
        [
          CHHapticPattern.Key.event: [
            CHHapticPattern.Key.eventType: CHHapticEvent.EventType.hapticTransient,
            CHHapticPattern.Key.time: CHHapticTimeImmediate,
            CHHapticPattern.Key.eventDuration: 1.0,
          ] as [CHHapticPattern.Key: Any]
        ]
      ],
    ]
    return try CHHapticPattern(dictionary: dictionary)
  }

  // Raw values, as in code that builds JSON.
  static func raw(_ time: TimeInterval, _ value: Float) -> [String: Any] {
    [
      CHHapticPattern.Key.event.rawValue: [
        CHHapticPattern.Key.eventType.rawValue: CHHapticEvent.EventType.hapticContinuous.rawValue,
        CHHapticPattern.Key.time.rawValue: time,
        CHHapticPattern.Key.eventDuration.rawValue: NSNumber(value: 0.5),
        CHHapticPattern.Key.eventParameters.rawValue: [
          [
            CHHapticPattern.Key.parameterID.rawValue: CHHapticEvent.ParameterID.hapticIntensity.rawValue,
            CHHapticPattern.Key.parameterValue.rawValue: value,
          ] as [String: Any]
        ],
      ] as [String: Any]
    ]
  }

  // Parts returned by functions.
  static func event(
    _ type: CHHapticEvent.EventType, at time: Double, _ parameters: [CHHapticEvent.ParameterID: CGFloat]
  ) -> [CHHapticPattern.Key: Any] {
    var content: [CHHapticPattern.Key: Any] = [:]
    content[.eventType] = type
    content[.time] = time
    content[.eventParameters] = parameters.map { id, value in
      [CHHapticPattern.Key.parameterID: id, CHHapticPattern.Key.parameterValue: value] as [CHHapticPattern.Key: Any]
    }
    return [CHHapticPattern.Key.event: content]
  }

  static func curve(_ id: CHHapticDynamicParameter.ID, _ points: [(Double, Double)]) -> [CHHapticPattern.Key: Any] {
    [
      .parameterCurve: [
        CHHapticPattern.Key.parameterID: id,
        .time: 0,
        .parameterCurveControlPoints: points.map { [CHHapticPattern.Key.time: $0.0, .parameterValue: $0.1] },
      ] as [CHHapticPattern.Key: Any]
    ]
  }

  static func sound(_ path: String) -> [CHHapticPattern.Key: Any] {
    [
      CHHapticPattern.Key.event: [
        CHHapticPattern.Key.eventType: CHHapticEvent.EventType.audioCustom, .time: 0.0, .eventWaveformPath: path,
        .eventWaveformUseVolumeEnvelope: true, .eventWaveformLoopEnabled: false,
      ] as [CHHapticPattern.Key: Any]
    ]
  }

  static func parameter(_ value: Float) -> [CHHapticPattern.Key: Any] {
    [
      .parameter: [
        CHHapticPattern.Key.parameterID: CHHapticDynamicParameter.ID.hapticIntensityControl,
        CHHapticPattern.Key.parameterValue: value, CHHapticPattern.Key.time: 0.5,
      ] as [CHHapticPattern.Key: Any]
    ]
  }

  static func whole() throws -> CHHapticPattern {
    var entries = [event(.hapticTransient, at: 0, [.hapticIntensity: 1, .hapticSharpness: 0.3])]
    entries.append(curve(.hapticSharpnessControl, [(0, 0), (1, 0.5)]))
    entries += [parameter(0.5)]
    return try CHHapticPattern(dictionary: [CHHapticPattern.Key.pattern: entries, CHHapticPattern.Key.version: 1])
  }

  // From JSON.
  static func decoded(_ data: Data) throws -> CHHapticPattern? {
    let object = try JSONSerialization.jsonObject(with: data, options: [])
    guard let dictionary = object as? [CHHapticPattern.Key: Any] else { return nil }
    return try CHHapticPattern(dictionary: dictionary)
  }

  static func forced(_ data: Data) throws -> CHHapticPattern {
    try CHHapticPattern(
      dictionary: JSONSerialization.jsonObject(with: data) as! [CHHapticPattern.Key: Any])
  }

  // From Foundation containers.
  static func bridged() throws -> CHHapticPattern {
    let list: NSArray = [raw(0, 1) as NSDictionary, raw(1, 0.5)]
    let dictionary = NSMutableDictionary()
    dictionary["Pattern"] = list
    dictionary.setObject(NSNumber(value: 1.0), forKey: "Version" as NSString)
    guard let keyed = dictionary as? [CHHapticPattern.Key: Any] else { throw CHHapticError(.invalidPatternDictionary) }
    return try CHHapticPattern(dictionary: keyed)
  }

  static func keyed(_ dictionary: [String: Any]) throws -> CHHapticPattern {
    let pairs = dictionary.map { (CHHapticPattern.Key(rawValue: $0.key), $0.value) }
    return try CHHapticPattern(dictionary: Dictionary(uniqueKeysWithValues: pairs))
  }

  // Exported again.
  static func intensities(_ pattern: CHHapticPattern) throws -> [Float] {
    let dictionary = try pattern.exportDictionary()
    let entries = dictionary[.pattern] as? [[CHHapticPattern.Key: Any]] ?? []
    return entries.compactMap { entry in
      guard let event = entry[.event] as? [CHHapticPattern.Key: Any],
        let parameters = event[.eventParameters] as? [[CHHapticPattern.Key: Any]]
      else { return nil }
      return (parameters.first?[.parameterValue] as? NSNumber)?.floatValue
    }
  }

  static func text(_ pattern: CHHapticPattern) throws -> String? {
    let data = try JSONSerialization.data(withJSONObject: pattern.exportDictionary(), options: .prettyPrinted)
    return String(data: data, encoding: .utf8)
  }
}

enum AHAPKey: CHHapticPattern.Key.RawValue, CaseIterable {
  case version = "Version"
  case pattern = "Pattern"
  var key: CHHapticPattern.Key { .init(rawValue: rawValue) }
}

extension CHHapticPattern.Key {
  static let metadata = CHHapticPattern.Key(rawValue: "Metadata")
}
