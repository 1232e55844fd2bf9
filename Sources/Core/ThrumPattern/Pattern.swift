/// A haptic pattern: what an AHAP file says, in file order, losing nothing.
///
/// Times are seconds from the start of the pattern; values are kept as written and clamped only where they
/// are used (see ``EventParameterID/range``). Unknown members are kept so that a file survives a round trip.
public struct Pattern: Equatable, Sendable {
  /// The lowest Core Haptics version that can play the pattern; `nil` when the file does not say.
  public var version: Double?
  /// Free text about the pattern (`Project`, `Created`, `Description`, …), in file order.
  public var metadata: JSONObject?
  /// Events, parameters and curves in file order, which need not be the order of time.
  public var entries: [PatternEntry]
  /// Top-level members that Core Haptics does not know, in file order.
  public var unknown: JSONObject

  /// Makes a pattern of entries.
  public init(
    version: Double? = 1, metadata: JSONObject? = nil, entries: [PatternEntry] = [],
    unknown: JSONObject = JSONObject()
  ) {
    self.version = version
    self.metadata = metadata
    self.entries = entries
    self.unknown = unknown
  }

  /// The pattern's length in seconds: the latest of event ends, parameter times and curves' last points in file order.
  /// Release tails and the natural length of a sound file lie outside. Cost: one pass over the entries.
  public var duration: Double {
    entries.reduce(0) { latest, entry in max(latest, entry.end) }
  }

  /// The events alone, in file order.
  public var events: [Event] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The dynamic parameters alone, in file order.
  public var parameters: [DynamicParameter] {
    entries.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
  }

  /// The parameter curves alone, in file order.
  public var curves: [ParameterCurve] {
    entries.compactMap { if case .curve(let curve) = $0 { curve } else { nil } }
  }
}

/// One element of the `Pattern` array.
public enum PatternEntry: Equatable, Sendable {
  /// A transient, a continuous event or a sound.
  case event(Event)
  /// A dynamic parameter: a jump of a control for the whole pattern.
  case parameter(DynamicParameter)
  /// A parameter curve: a path of a control for the whole pattern.
  case curve(ParameterCurve)
  /// An entry that Core Haptics ignores, such as `ParameterCurves`.
  case unknown(JSONObject)

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
