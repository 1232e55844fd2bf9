// An app's subclasses of Core Haptics classes. They are `nonisolated` for apps that default to the main actor.
import CoreHaptics
import Foundation

nonisolated class Shake: CHHapticEvent {
  init(lasting seconds: TimeInterval) {
    super.init(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: seconds)
  }
}

nonisolated class Loudness: CHHapticEventParameter {
  init(_ value: Float) { super.init(parameterID: .audioVolume, value: value) }
  override var value: Float { didSet { print("louder by \(value - oldValue)") } }
}

nonisolated class Dimmer: CHHapticDynamicParameter {
  init(_ value: Float) { super.init(parameterID: .hapticIntensityControl, value: value, relativeTime: 0) }
}

nonisolated class Fade: CHHapticParameterCurve {
  final class Point: CHHapticParameterCurve.ControlPoint {
    init(_ value: Float) { super.init(relativeTime: 0, value: value) }
  }
  init(to value: Float) {
    super.init(parameterID: .hapticIntensityControl, controlPoints: [Point(value)], relativeTime: 0)
  }
}

nonisolated class NamedPattern: CHHapticPattern {
  let name: String
  init(name: String, events: [CHHapticEvent]) throws {
    self.name = name
    try super.init(events: events, parameters: [])
  }
  init(file: URL) throws {
    name = file.lastPathComponent
    try super.init(contentsOf: file)
  }
  override func exportDictionary() throws -> [CHHapticPattern.Key: Any] {
    try super.exportDictionary().merging(["Metadata": ["Project": name]]) { first, _ in first }
  }
}

nonisolated class CarefulEngine: CHHapticEngine {
  private(set) var starts = 0
  private(set) var patterns: [String: CHHapticPattern] = [:]

  override init() throws {
    try super.init()
    isAutoShutdownEnabled = true
  }
  override class func capabilitiesForHardware() -> any CHHapticDeviceCapability { super.capabilitiesForHardware() }
  override func start() throws {
    starts += 1
    try super.start()
  }
  override func stop(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    super.stop { error in completionHandler?(error) }
  }
  override func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    patterns[pattern.description] = pattern
    return try super.makePlayer(with: pattern)
  }
  override var playsHapticsOnly: Bool {
    get { true }
    set { super.playsHapticsOnly = newValue }
  }
}

extension CHHapticEngine {
  convenience init(hapticsOnly: Bool) throws {
    try self.init()
    playsHapticsOnly = hapticsOnly
  }
  static var isSupported: Bool { capabilitiesForHardware().supportsHaptics }
  func play(_ events: [CHHapticEvent], at time: TimeInterval = CHHapticTimeImmediate) throws {
    try makePlayer(with: CHHapticPattern(events: events, parameters: [])).start(atTime: time)
  }
}

// Apps of this kind exist: the type is Apple's, and so is the protocol.
// swift-format-ignore: AvoidRetroactiveConformances
extension CHHapticEngine.StoppedReason: @retroactive CustomStringConvertible {
  /// A readable reason.
  public var description: String { self == .idleTimeout ? "idle" : "reason \(rawValue)" }
}

extension CHHapticPatternPlayer {
  func startNow() throws { try start(atTime: CHHapticTimeImmediate) }
}
