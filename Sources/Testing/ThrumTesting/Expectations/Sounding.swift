import ThrumEngine
import ThrumPattern

/// An event in a timeline, with the time during which it can be felt or heard.
public struct Sounding: Equatable, Sendable {
  /// The event's type.
  public let type: EventType
  /// Number of the engine, from 1; the system's engine, which plays feedback, has −1.
  public let engine: Int
  /// Number on its engine, from 1.
  public let player: Int?
  /// Seconds since the environment was created.
  public let time: Double
  /// 0…1 as rendered; for an audio event, its volume.
  public let intensity: Double
  /// 0…1 as rendered; for an audio event, its pitch, −1…1.
  public let sharpness: Double
  /// Seconds, as in the pattern.
  public let duration: Double?
  /// End of the event, excluding release, or of its player or engine if earlier.
  public internal(set) var end: Double

  static let transientSeconds = 0.03
}

extension Timeline {
  /// What the app's own engines play. Only `expectFeedback` counts feedback from generators.
  package var played: [Sounding] { sounding.filter { $0.engine != HapticEngine.systemNumber } }

  /// What can be felt or heard, with feedback from generators.
  package var sounding: [Sounding] {
    var result: [Sounding] = []
    var open: [Int] = []
    for entry in entries {
      switch entry.fact {
      case .event(_, let type, _, let intensity, let sharpness, let duration):
        let length = type == .hapticTransient ? Sounding.transientSeconds : duration ?? 0
        open.append(result.count)
        result.append(
          Sounding(
            type: type, engine: entry.engine, player: entry.player, time: entry.time, intensity: intensity,
            sharpness: sharpness, duration: duration, end: entry.time + length))
      case .playerFinished, .engineGone, .state(.stopping), .state(.stopped):
        open.removeAll { index in
          let event = result[index]
          guard event.engine == entry.engine, entry.player == nil || event.player == entry.player else { return false }
          if event.type != .hapticTransient { result[index].end = min(event.end, entry.time) }
          return true
        }
      default: break
      }
    }
    return result
  }
}
