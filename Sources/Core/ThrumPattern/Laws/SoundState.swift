/// What became of a look for a pattern's sound.
public enum SoundState: Equatable, Sendable {
  /// The file can be played.
  case plays
  /// The file can be played, although its name is in another Unicode normal form than the path: phones ignore the
  /// form, Linux and Git do not.
  case playsUnderAnotherForm
  /// There is no such file. The sentence, if any, says which similar name there is.
  case missing(hint: String?)
  /// There is a file that cannot be played. `cause` is a clause; `remedy` a sentence.
  case unreadable(cause: String, remedy: String)

  package var isFound: Bool { if case .missing = self { false } else { true } }
}
