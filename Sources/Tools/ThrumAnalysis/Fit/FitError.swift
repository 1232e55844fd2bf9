package struct FitError: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The recording lacks part of the test pattern.
    case unusable
    /// A result would be wrong by more than its uncertainty.
    case untrusted
  }

  package let kind: Kind
  package let description: String

  init(_ description: String, _ kind: Kind = .untrusted) {
    self.kind = kind
    self.description = description
  }
}
