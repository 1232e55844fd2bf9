import ThrumPattern

/// The test pattern: buzzes of varying sharpness and intensity, then taps.
package enum FitPattern {
  package struct Step: Sendable, Equatable {
    package let start: Double
    package let seconds: Double?
    package let intensity: Double
    package let sharpness: Double
  }

  static let repeats = 4
  static let tapSharpnesses = [0.0, 0.25, 0.5, 0.75, 1]

  package static let steps: [Step] = {
    var steps: [Step] = []
    var time = 0.5
    func add(_ seconds: Double?, _ intensity: Double, _ sharpness: Double, rest: Double) {
      steps.append(Step(start: time, seconds: seconds, intensity: intensity, sharpness: sharpness))
      time += (seconds ?? 0) + rest
    }
    for eighth in 0...8 { add(0.5, 1, Double(eighth) / 8, rest: 0.35) }
    for intensity in [0.5, 0.6, 0.7, 0.8, 0.9] { add(0.5, intensity, 0.5, rest: 0.35) }
    // Irregular gaps keep taps from being mistaken for each other.
    for turn in 0..<repeats {
      for (index, sharpness) in tapSharpnesses.enumerated() {
        add(nil, 1, sharpness, rest: 0.25 + 0.013 * Double((3 * index + turn) % 5))
      }
    }
    return steps
  }()

  static var overSharpness: [Step] { steps.filter { $0.seconds != nil && $0.intensity == 1 } }
  static var overIntensity: [Step] {
    steps.filter { $0.seconds != nil && $0.sharpness == 0.5 }.sorted { $0.intensity < $1.intensity }
  }
  static var taps: [Step] { steps.filter { $0.seconds == nil } }

  /// Length, including the last tap's decay.
  package static let seconds: Double = (steps.last?.start ?? 0) + 0.25

  package static var pattern: Pattern {
    Pattern(entries: steps.map { .event(event($0, at: $0.start)) })
  }

  static func event(_ step: Step, at time: Double) -> Event {
    Event(
      type: step.seconds == nil ? .hapticTransient : .hapticContinuous, time: time, duration: step.seconds,
      parameters: [EventParameter(.hapticIntensity, step.intensity), EventParameter(.hapticSharpness, step.sharpness)])
  }
}
