import Synchronization
import ThrumDevice
import ThrumPattern

/// Felt levels of single events on a motor.
final class EventLevels: Sendable {
  private let judge: Mutex<FeelJudge>

  init(_ settings: RenderSettings) { judge = Mutex(FeelJudge(settings)) }

  /// Returns the level in dB, ignoring controls: −∞ at intensity 0, `nil` for audio events.
  func level(of event: Event) -> Double? {
    guard event.type.isHaptic else { return nil }
    let played = FeelEvent(alone: event)
    guard played.intensity > 0 else { return -.infinity }
    return judge.withLock { $0.level(played, intensity: played.intensity) }
  }
}

extension Linter {
  /// Linter that also finds events too weak to be felt on the default actuator.
  package static var whole: Linter {
    var options = Options()
    options.touchLevelDecibels = { phone.level(of: $0) }
    return Linter(options: options)
  }

  private static let phone = EventLevels(RenderSettings())
}
