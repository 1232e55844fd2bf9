/// Severity of a finding.
public enum Severity: String, CaseIterable, Sendable, Hashable, JSONEncodable {
  /// Core Haptics refuses the file, or it cannot be read.
  case error
  /// The file probably does not play as intended, or only tolerant readers accept it.
  case warning
  /// The content is worth knowing about, but often intentional.
  case note
}
