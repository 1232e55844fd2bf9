/// Element of the `Pattern` array.
public enum PatternEntry: Equatable, Sendable {
  /// A transient, a continuous event or a sound.
  case event(Event)
  case parameter(DynamicParameter)
  /// A curve for one control.
  case curve(ParameterCurve)
  /// An entry that Core Haptics ignores, such as `ParameterCurves`.
  case unknown(JSONObject)

  /// Seconds from the start of the pattern.
  package var start: Double {
    switch self {
    case .event(let event): event.time
    case .parameter(let parameter): parameter.time
    case .curve(let curve): curve.time
    case .unknown: 0
    }
  }

  /// Seconds from the start of the pattern to the end of the entry.
  public var end: Double {
    switch self {
    case .event(let event): event.time + (event.duration ?? 0)
    case .parameter(let parameter): parameter.time
    case .curve(let curve): curve.time + (curve.points.last?.time ?? 0)
    case .unknown: 0
    }
  }
}
