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
