import ThrumPattern

struct PatternContent: Sendable {
  /// Empty if the file cannot be used.
  var parts: [PatternDocument.Part]
  var diagnostics: [Diagnostic]
  /// Set only for AHAP.
  var ahap: AHAPDocument?
  /// All parts as one pattern, and a sentence about the change. `nil` for a single part.
  var merged: (pattern: Pattern, change: String)?
  /// Sentences about data that AHAP cannot represent.
  var losses: [String] = []
  /// Contents in the format's own model.
  var native: (any Sendable)?
}
