import ThrumDevice
import ThrumFeel
import ThrumPattern

/// A design as Docs/Feel.md writes it: `0.3 s tap 1/0.5; 1 s hold 0.8/0.2 500 ms`. A start at 0 s may be omitted.
package struct FeltDesign {
  package let events: [Event]

  /// `nil` if an event cannot be read.
  package init?(_ text: String) {
    var events: [Event] = []
    for part in text.split(separator: "; ") {
      let words = part.split(separator: " ")
      guard let kind = words.firstIndex(where: { $0 == "tap" || $0 == "hold" }), kind + 1 < words.count else {
        return nil
      }
      let values = words[kind + 1].split(separator: "/").compactMap { Double($0) }
      guard let time = kind == 0 ? 0 : Double(words[0]), values.count == 2 else { return nil }
      if words[kind] == "tap" {
        events.append(.tap(time, values[0], values[1]))
      } else {
        guard kind + 2 < words.count, let length = Double(words[kind + 2]) else { return nil }
        events.append(.hold(time, length / 1_000, values[0], values[1]))
      }
    }
    self.events = events
  }

  /// Judges the events on a motor, in their order.
  package func judged(on motor: ActuatorPreset) -> [FeltEvent] {
    FeltDesign.judged(events.map { .event($0) }, on: motor)
  }

  package static func judged(_ entries: [PatternEntry], on motor: ActuatorPreset) -> [FeltEvent] {
    var analysis = FeelAnalysis(FeelMotor(motor))
    return analysis.felt(FeelEvents(PatternGroup(Pattern(entries: entries))), Work<Never>.endless)
  }
}

extension Event {
  /// A transient at a time in seconds.
  package static func tap(_ time: Double, _ intensity: Double, _ sharpness: Double = 0.5) -> Event {
    Event(
      type: .hapticTransient, time: time,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
  }

  /// A continuous event; times in seconds.
  package static func hold(
    _ time: Double, _ seconds: Double, _ intensity: Double, _ sharpness: Double = 0.5, attack: Double = 0
  ) -> Event {
    Event(
      type: .hapticContinuous, time: time, duration: seconds,
      parameters: [
        EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness),
        EventParameter(.attackTime, attack),
      ])
  }
}
