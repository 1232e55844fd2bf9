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
