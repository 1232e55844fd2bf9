import ThrumDevice
import ThrumPattern

extension Linter {
  /// Linter that also finds events too weak to be felt on the phone.
  package static var whole: Linter {
    var options = Options()
    options.weakEvents = { pattern in phone.using { $0.unfelt(FeelEvents(PatternGroup(pattern))) } }
    return Linter(options: options)
  }

  private static let phone = FeelPool(FeelMotor(.phone))
}
