import ThrumPattern

/// Help for an event that is lost or changed.
package enum FeelHelp: Equatable, Sendable {
  case cure(FeelCure)
  case advice(FeelAdvice)

  package var words: String {
    switch self {
    case .cure(let cure): cure.words
    case .advice(let advice): advice.words
    }
  }
}
