import ThrumPattern

extension Pattern {
  /// One transient at 0.
  public static let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])

  /// One continuous event at 0 at full intensity.
  public static func buzz(_ seconds: Double) -> Pattern {
    Pattern(entries: [
      .event(
        Event(
          type: .hapticContinuous, time: 0, duration: seconds, parameters: [EventParameter(.hapticIntensity, 1)]))
    ])
  }

  /// Transients at the given times.
  public static func taps(_ times: Double...) -> Pattern {
    Pattern(entries: times.map { .event(Event(type: .hapticTransient, time: $0)) })
  }
}
