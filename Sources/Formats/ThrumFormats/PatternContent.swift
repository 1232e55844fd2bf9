import ThrumPattern

/// What a format has read from a text.
struct PatternContent: Sendable {
  /// The patterns; none when the file cannot be used.
  var parts: [PatternDocument.Part]
  /// What was found while reading, in the order of the text.
  var diagnostics: [Diagnostic]
  /// An AHAP file with its places, when it is one.
  var ahap: AHAPDocument?
  /// All parts as one pattern, and what that changes; `nil` when there is only one part.
  var merged: (pattern: Pattern, change: String)?
  /// What of the file has no place in AHAP, a sentence each.
  var losses: [String] = []
  /// What the file says in its format's own terms, for writers that know them.
  var native: (any Sendable)?
}
