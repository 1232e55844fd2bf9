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

/// A design split between `x_continuous.ahap` and `x_transients.ahap`, since intensity curves also scale transients.
package enum PatternPair {
  private static let (first, second) = ("_continuous.ahap", "_transients.ahap")

  /// Returns the file to play along with this one, if any.
  package static func partner(ofPath path: String) -> String? {
    path.hasSuffix(first) ? String(path.dropLast(first.count)) + second : nil
  }
}

/// The patterns of one file, which start together. The curves of one do not affect the others' events.
///
/// A clip's pulses, and the taps under a curve of a RichTap file, are separate patterns. Whatever judges, shows,
/// shares or compares what a person gave takes a group, so that no part is forgotten.
package struct PatternGroup: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    /// `nil` if this is the only part.
    package let title: String?
    package let pattern: Pattern

    package init(title: String? = nil, _ pattern: Pattern) { (self.title, self.pattern) = (title, pattern) }
  }

  package let parts: [Part]

  package init(_ pattern: Pattern) { parts = [Part(pattern)] }

  package init(_ parts: [Part]) { self.parts = parts }

  package init(_ patterns: [Pattern]) { parts = patterns.map { Part($0) } }

  package var patterns: [Pattern] { parts.map { $0.pattern } }

  /// All events, part by part. Verdicts and differences refer to the indices in this list.
  package var events: [Event] { parts.flatMap { $0.pattern.events } }

  package var metadata: JSONObject? { parts.lazy.compactMap { $0.pattern.metadata }.first }

  /// Duration in seconds of the longest part.
  package var duration: Double { parts.reduce(0) { max($0, $1.pattern.duration) } }

  /// Pairs the parts with those of another version: by title, and the rest in order.
  package func matched(with other: PatternGroup) -> [(old: Pattern, new: Pattern)] {
    var left = other.parts
    let nothing = Pattern(entries: [])
    func take(_ place: Int?) -> Pattern? { place.map { left.remove(at: $0).pattern } }
    var found = parts.map { part in take(left.firstIndex { $0.title != nil && $0.title == part.title }) }
    for place in found.indices where found[place] == nil { found[place] = take(left.isEmpty ? nil : 0) }
    return zip(patterns, found).map { ($0, $1 ?? nothing) } + left.map { (nothing, $0.pattern) }
  }
}
