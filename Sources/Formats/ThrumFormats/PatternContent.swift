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
  /// Version of the format in which the file is written, if the format has versions.
  var version: Double?
  /// Contents in the format's own model.
  var native: NativeContent?
}
