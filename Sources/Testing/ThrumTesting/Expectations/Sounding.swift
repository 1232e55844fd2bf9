import ThrumEngine
import ThrumPattern

/// An event in a timeline, with the time during which it can be felt or heard.
package struct Sounding {
  package let type: EventType
  let engine: Int
  let player: Int?
  /// Seconds since the environment was created.
  package let time: Double
  package let intensity: Double
  package let sharpness: Double
  /// Seconds, as in the pattern.
  let duration: Double?
  /// End of the event, excluding release, or of its player or engine if earlier.
  package var end: Double

  static let transientSeconds = 0.03
}

extension Timeline {
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
