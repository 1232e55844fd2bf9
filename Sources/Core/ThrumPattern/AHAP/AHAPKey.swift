enum AHAPKey: UInt8, CaseIterable {
  case version, metadata, pattern
  case event, parameter, parameterCurve
  case time, eventType, eventDuration, eventWaveformPath, eventWaveformLoopEnabled
  case eventWaveformUseVolumeEnvelope, eventParameters
  case parameterID, parameterValue, parameterCurveControlPoints

  var name: StaticString {
    switch self {
    case .version: "Version"
    case .metadata: "Metadata"
    case .pattern: "Pattern"
    case .event: "Event"
    case .parameter: "Parameter"
    case .parameterCurve: "ParameterCurve"
    case .time: "Time"
    case .eventType: "EventType"
    case .eventDuration: "EventDuration"
    case .eventWaveformPath: "EventWaveformPath"
    case .eventWaveformLoopEnabled: "EventWaveformLoopEnabled"
    case .eventWaveformUseVolumeEnvelope: "EventWaveformUseVolumeEnvelope"
    case .eventParameters: "EventParameters"
    case .parameterID: "ParameterID"
    case .parameterValue: "ParameterValue"
    case .parameterCurveControlPoints: "ParameterCurveControlPoints"
    }
  }

  static let topLevel: [AHAPKey] = [.version, .metadata, .pattern]
  static let entry: [AHAPKey] = [.event, .parameter, .parameterCurve]
  static let eventMembers: [AHAPKey] = [
    .time, .eventType, .eventDuration, .eventWaveformPath, .eventWaveformLoopEnabled,
    .eventWaveformUseVolumeEnvelope, .eventParameters,
  ]
  static let eventParameterMembers: [AHAPKey] = [.parameterID, .parameterValue]
  static let parameterMembers: [AHAPKey] = [.parameterID, .parameterValue, .time]
  static let curveMembers: [AHAPKey] = [.parameterID, .time, .parameterCurveControlPoints]
  static let pointMembers: [AHAPKey] = [.time, .parameterValue]
}

struct SeenKeys {
  private var bits: UInt32 = 0

  @inline(__always)
  mutating func insert(_ key: AHAPKey) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(key.rawValue)
    defer { bits |= bit }
    return bits & bit == 0
  }

  @inline(__always)
  func contains(_ key: AHAPKey) -> Bool { bits & (1 &<< UInt32(key.rawValue)) != 0 }
}

struct JSONPath {
  /// Index in the `Pattern` array.
  var entry: Int
  /// `nil` for the entry itself.
  var kind: AHAPKey?
  var list: AHAPKey?
  var element = 0

  var members: [AHAPKey] {
    switch list ?? kind {
    case .event: AHAPKey.eventMembers
    case .parameter: AHAPKey.parameterMembers
    case .parameterCurve: AHAPKey.curveMembers
    case .eventParameters: AHAPKey.eventParameterMembers
    case .parameterCurveControlPoints: AHAPKey.pointMembers
    default: AHAPKey.entry
    }
  }

  /// For example `Pattern[3].Event.EventParameters[0].ParameterID`.
  func to(_ key: AHAPKey?) -> String { to(name: key.map { "\($0.name)" }) }

  var text: String { to(name: nil) }

  func to(name: String?) -> String {
    var path = "Pattern[\(entry)]"
    if let kind { path += ".\(kind.name)" }
    if let list { path += ".\(list.name)[\(element)]" }
    if let name { path += ".\(name)" }
    return path
  }
}
