import CoreHaptics

/// The patterns of a breath.
enum BreathPatterns {
  /// A swell that grows or fades from `begin` to `end` and gets rounder or sharper with it.
  static func swell(from begin: Float, to end: Float, over duration: TimeInterval) throws -> CHHapticPattern {
    let hum = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 1),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.3),
      ], relativeTime: 0, duration: duration)
    let strength = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl,
      controlPoints: [
        CHHapticParameterCurve.ControlPoint(relativeTime: 0, value: begin),
        CHHapticParameterCurve.ControlPoint(relativeTime: duration, value: end),
      ], relativeTime: 0)
    let colour = CHHapticParameterCurve(
      parameterID: .hapticSharpnessControl,
      controlPoints: [
        CHHapticParameterCurve.ControlPoint(relativeTime: 0, value: 0.2 * (begin - 0.5)),
        CHHapticParameterCurve.ControlPoint(relativeTime: duration, value: 0.2 * (end - 0.5)),
      ], relativeTime: 0)
    return try CHHapticPattern(events: [hum], parameterCurves: [strength, colour])
  }

  /// A bell that is struck twice: soft taps, each with a long and fading hum.
  static func bell() throws -> CHHapticPattern {
    let strokes: [CHHapticEvent] = [(0.0, Float(0.9)), (0.9, Float(0.6))].flatMap { time, strength in
      [
        CHHapticEvent(
          eventType: .hapticTransient,
          parameters: [
            CHHapticEventParameter(parameterID: .hapticIntensity, value: strength),
            CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.8),
          ], relativeTime: time),
        CHHapticEvent(
          eventType: .hapticContinuous,
          parameters: [
            CHHapticEventParameter(parameterID: .hapticIntensity, value: strength / 2),
            CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.2),
            CHHapticEventParameter(parameterID: .decayTime, value: 0.6),
            CHHapticEventParameter(parameterID: .sustained, value: 0),
          ], relativeTime: time, duration: 0.8),
      ]
    }
    return try CHHapticPattern(events: strokes, parameters: [])
  }

  static func nudge() throws -> CHHapticPattern {
    let taps = [0, 0.12].map { time in
      CHHapticEvent(
        eventType: .hapticTransient,
        parameters: [
          CHHapticEventParameter(parameterID: .hapticIntensity, value: 0.4),
          CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.1),
        ], relativeTime: time)
    }
    return try CHHapticPattern(events: taps, parameters: [])
  }
}
