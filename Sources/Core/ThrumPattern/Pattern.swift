/// A haptic pattern, which preserves everything in its AHAP file, in the same order.
///
/// Times are seconds from the start. Values are kept as written and clamped where they are used
/// (``EventParameterID/range``).
public struct Pattern: Equatable, Sendable {
  /// Lowest Core Haptics version that can play the pattern, if specified.
  public var version: Double?
  /// Text about the pattern (`Project`, `Created`, `Description`, …), in file order.
  public var metadata: JSONObject?
  /// Entries in file order, not necessarily sorted by time.
  public var entries: [PatternEntry]
  /// Top-level members unknown to Core Haptics.
  public var unknown: JSONObject

  /// Creates a pattern.
  public init(
    version: Double? = 1, metadata: JSONObject? = nil, entries: [PatternEntry] = [],
    unknown: JSONObject = JSONObject()
  ) {
    self.version = version
    self.metadata = metadata
    self.entries = entries
    self.unknown = unknown
  }

  /// Length in seconds: the latest end of an event, parameter or curve.
  ///
  /// A curve ends at its last control point in file order. Excludes release tails and the natural length of sounds.
  public var duration: Double {
    entries.reduce(0) { latest, entry in max(latest, entry.end) }
  }

  /// Events, in file order.
  public var events: [Event] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Dynamic parameters, in file order.
  public var parameters: [DynamicParameter] {
    entries.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
  }

  /// Parameter curves, in file order.
  public var curves: [ParameterCurve] {
    entries.compactMap { if case .curve(let curve) = $0 { curve } else { nil } }
  }
}
