import ThrumPattern

/// Patterns with an end that is easy to predict, with what the model has to know about them.
enum Sample: String, CaseIterable, Sendable {
  case nothing, tap, taps, buzz, mixture, tail, long

  /// Frames from the start to the pattern's end.
  var duration: Frames {
    switch self {
    case .nothing, .tap: 0
    case .taps: 9_600
    case .buzz: 24_000
    case .mixture: 19_200
    case .tail: 14_400
    case .long: 96_000
    }
  }

  /// Whether a tap lies at the pattern's end.
  var endsWithTap: Bool { self == .tap || self == .taps }

  /// Start of the buzz that lasts to the pattern's end, infinite without one.
  var lastBuzz: Double {
    switch self {
    case .nothing: -1
    case .tap, .taps: .infinity
    case .mixture: 4_800
    case .buzz, .tail, .long: 0
    }
  }

  /// Length of a tap of default sharpness in frames. A playback that ends with a tap is over when the tap is.
  static let tapFrames: Frames = 645

  var pattern: Pattern {
    switch self {
    case .nothing: Pattern(entries: [])
    case .tap: Pattern(entries: [tap(0)])
    case .taps: Pattern(entries: [tap(0), tap(0.1), tap(0.2)])
    case .buzz: Pattern(entries: [buzz(0, 0.5)])
    case .mixture: Pattern(entries: [tap(0), buzz(0.1, 0.3)])
    case .tail: Pattern(entries: [buzz(0, 0.3, [EventParameter(.releaseTime, 0.6), EventParameter(.attackTime, 0.2)])])
    case .long: Pattern(entries: [buzz(0, 2)])
    }
  }

  /// The pattern as a scenario line.
  var line: String {
    let content =
      switch self {
      case .nothing: "nothing"
      case .tap: "taps 0"
      case .taps: "taps 0 0.1 0.2"
      case .buzz: "buzz 0.5"
      case .mixture: "taps 0 + buzz 0.3 at 0.1"
      case .tail: "buzz 0.3 release 0.6 attack 0.2"
      case .long: "buzz 2"
      }
    return "pattern \(rawValue) = \(content)"
  }

  private func tap(_ time: Double) -> PatternEntry { .event(Event(type: .hapticTransient, time: time)) }

  private func buzz(_ time: Double, _ duration: Double, _ parameters: [EventParameter] = []) -> PatternEntry {
    .event(Event(type: .hapticContinuous, time: time, duration: duration, parameters: parameters))
  }
}
