import ThrumPattern

extension DynamicParameterID {
  package init?(index: Int) {
    guard let id = DynamicParameterID.allCases.first(where: { $0.index == index }) else { return nil }
    self = id
  }

  /// Index in a player's memory, 0…11.
  package var index: Int {
    @_noLocks get {
      switch self {
      case .hapticIntensityControl: 0
      case .hapticSharpnessControl: 1
      case .hapticAttackTimeControl: 2
      case .hapticDecayTimeControl: 3
      case .hapticReleaseTimeControl: 4
      case .audioVolumeControl: 5
      case .audioPitchControl: 6
      case .audioPanControl: 7
      case .audioBrightnessControl: 8
      case .audioAttackTimeControl: 9
      case .audioDecayTimeControl: 10
      case .audioReleaseTimeControl: 11
      }
    }
  }
}
