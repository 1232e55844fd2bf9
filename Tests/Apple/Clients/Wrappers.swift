// Wrapper packages: subclasses, extensions, typed strings as raw values, audio resources, exports.
import CoreHaptics
import Foundation

nonisolated final class NamedEvent: CHHapticEvent {
  let name: String
  init(name: String, at time: TimeInterval) {
    self.name = name
    super.init(eventType: .hapticTransient, parameters: [], relativeTime: time)
  }
}

nonisolated class LoggingEngine: CHHapticEngine {
  private(set) var starts = 0
  override func start() throws {
    starts += 1
    try super.start()
  }
}

extension CHHapticEvent {
  static func tap(_ intensity: Float, at time: TimeInterval) -> CHHapticEvent {
    CHHapticEvent(
      eventType: .hapticTransient, parameters: [.init(parameterID: .hapticIntensity, value: intensity)],
      relativeTime: time)
  }
  var endTime: TimeInterval { relativeTime + duration }
}

extension CHHapticPattern {
  static func success() throws -> CHHapticPattern {
    try CHHapticPattern(events: [.tap(0.6, at: 0), .tap(1, at: 0.15)], parameters: [])
  }
  convenience init?(json: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: json),
      let dictionary = object as? [CHHapticPattern.Key: Any]
    else { return nil }
    try? self.init(dictionary: dictionary)
  }
}

struct Curve: Codable {
  var id: String
  var points: [Double]
  func make() -> CHHapticParameterCurve {
    CHHapticParameterCurve(
      parameterID: CHHapticDynamicParameter.ID(rawValue: id),
      controlPoints: points.enumerated().map { .init(relativeTime: TimeInterval($0.offset), value: Float($0.element)) },
      relativeTime: 0)
  }
}

enum Sounds {
  static func register(_ engine: CHHapticEngine, _ url: URL) throws -> CHHapticEvent {
    let options: [AnyHashable: Any] = [
      CHHapticAudioResourceKeyUseVolumeEnvelope: false, CHHapticAudioResourceKeyLoopEnabled: true,
    ]
    let id: CHHapticAudioResourceID = try engine.registerAudioResource(url, options: options)
    defer { try? engine.unregisterAudioResource(id) }
    _ = try engine.registerAudioResource(url)
    return CHHapticEvent(
      audioResourceID: id, parameters: [.init(parameterID: .audioVolume, value: 0.8)], relativeTime: 0)
  }

  static func describe(_ event: CHHapticEvent) -> String {
    let values = event.eventParameters.map { "\($0.parameterID.rawValue)=\($0.value)" }
    return "\(event.type.rawValue) at \(event.relativeTime) for \(event.duration): \(values)"
  }

  static func attributes() throws -> ClosedRange<Float> {
    let hardware: CHHapticDeviceCapability = CHHapticEngine.capabilitiesForHardware()
    let attributes = try hardware.attributes(forEventParameter: .hapticSharpness, eventType: .hapticContinuous)
    return attributes.minValue...attributes.maxValue
  }
}

func handle(_ error: Error) -> String {
  if let error = error as? CHHapticError { return "\(error.code)" }
  let error = error as NSError
  return "\(error.domain) \(error.code)"
}

func fail() throws -> Never { throw CHHapticError(.engineNotRunning) }
