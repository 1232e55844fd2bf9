// Patterns described and then built: result builders, decoded models, extensions, generic parameters.
import CoreHaptics
import Foundation

@resultBuilder
enum EventBuilder {
  static func buildExpression(_ event: CHHapticEvent) -> [CHHapticEvent] { [event] }
  static func buildExpression(_ events: [CHHapticEvent]) -> [CHHapticEvent] { events }
  static func buildBlock(_ parts: [CHHapticEvent]...) -> [CHHapticEvent] { parts.flatMap { $0 } }
  static func buildOptional(_ part: [CHHapticEvent]?) -> [CHHapticEvent] { part ?? [] }
  static func buildEither(first: [CHHapticEvent]) -> [CHHapticEvent] { first }
  static func buildEither(second: [CHHapticEvent]) -> [CHHapticEvent] { second }
  static func buildArray(_ parts: [[CHHapticEvent]]) -> [CHHapticEvent] { parts.flatMap { $0 } }
}

extension CHHapticPattern {
  convenience init(@EventBuilder _ events: () -> [CHHapticEvent]) throws {
    try self.init(events: events(), parameters: [])
  }

  static func heartbeat(strong: Bool, beats: Int = 3) throws -> CHHapticPattern {
    try CHHapticPattern {
      CHHapticEvent.tap(.init(intensity: 1, sharpness: 0.2), at: 0)
      if strong { CHHapticEvent.buzz(.init(intensity: 0.8, sharpness: 0.1), at: 0.1, lasting: 0.2) }
      for beat in 1..<beats { CHHapticEvent.tap(.soft, at: TimeInterval(beat) * 0.4) }
    }
  }

  func isLonger(than other: CHHapticPattern) -> Bool { duration > other.duration }
}

struct Feel: Hashable, Sendable {
  var intensity: Float
  var sharpness: Float
  static let soft = Feel(intensity: 0.4, sharpness: 0.1)
  var parameters: [CHHapticEventParameter] {
    [.init(parameterID: .hapticIntensity, value: intensity), .init(parameterID: .hapticSharpness, value: sharpness)]
  }
}

extension CHHapticEvent {
  static func tap(_ feel: Feel, at time: TimeInterval) -> CHHapticEvent {
    CHHapticEvent(eventType: .hapticTransient, parameters: feel.parameters, relativeTime: time)
  }
  static func buzz(_ feel: Feel, at time: TimeInterval, lasting duration: TimeInterval) -> CHHapticEvent {
    CHHapticEvent(
      eventType: .hapticContinuous, parameters: feel.parameters + .envelope(attack: 0.1, release: 0.3),
      relativeTime: time, duration: duration)
  }
  convenience init(transientAt time: TimeInterval, _ values: [ParameterID: Float]) {
    self.init(
      eventType: .hapticTransient,
      parameters: values.map { CHHapticEventParameter(parameterID: $0.key, value: $0.value) }, relativeTime: time)
  }
  subscript(id: CHHapticEvent.ParameterID) -> Float? { eventParameters.first { $0.parameterID == id }?.value }
  var isAudio: Bool { type == .audioCustom || type == .audioContinuous }
}

extension Array where Element == CHHapticEventParameter {
  static func envelope(attack: Float = 0, decay: Float = 0, release: Float = 0, sustained: Bool = true) -> Self {
    [
      Element(parameterID: .attackTime, value: attack), Element(parameterID: .decayTime, value: decay),
      Element(parameterID: .releaseTime, value: release),
      Element(parameterID: .sustained, value: sustained ? 1 : 0),
    ]
  }
}

struct Recipe: Codable {
  struct Step: Codable {
    enum Kind: String, Codable { case tap, buzz }
    var kind: Kind
    var time: Double
    var duration: Double?
    var values: [String: Float]
  }
  var steps: [Step]
  var fade: [Double]?

  func pattern() throws -> CHHapticPattern {
    let events = steps.map { step -> CHHapticEvent in
      let parameters = step.values.map {
        CHHapticEventParameter(parameterID: CHHapticEvent.ParameterID(rawValue: $0), value: $1)
      }
      switch step.kind {
      case .tap: return CHHapticEvent(eventType: .hapticTransient, parameters: parameters, relativeTime: step.time)
      case .buzz:
        return CHHapticEvent(
          eventType: .hapticContinuous, parameters: parameters, relativeTime: step.time, duration: step.duration ?? 1)
      }
    }
    guard let fade = fade else { return try CHHapticPattern(events: events, parameters: []) }
    let points = fade.enumerated().map { index, value in
      CHHapticParameterCurve.ControlPoint(relativeTime: Double(index) / Double(fade.count), value: Float(value))
    }
    let curve = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: points, relativeTime: 0)
    return try CHHapticPattern(events: events, parameterCurves: [curve])
  }
}

func ramp<Value: BinaryFloatingPoint>(_ values: [Value], every step: CGFloat) -> [CHHapticDynamicParameter] {
  values.enumerated().map { index, value in
    CHHapticDynamicParameter(
      parameterID: .hapticIntensityControl, value: Float(value), relativeTime: TimeInterval(index) * step)
  }
}
