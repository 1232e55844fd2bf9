import Foundation
import ThrumEngine
import ThrumPattern

/// A parameter's range and default.
public protocol CHHapticParameterAttributes: NSObjectProtocol {
  /// Lowest value.
  var minValue: Float { get }
  /// Highest value.
  var maxValue: Float { get }
  /// Value if none is specified.
  var defaultValue: Float { get }
}

/// A device's capabilities.
public protocol CHHapticDeviceCapability: AnyObject {
  /// Whether the device plays haptic events.
  var supportsHaptics: Bool { get }
  /// Whether the device plays audio events.
  var supportsAudio: Bool { get }
  /// Returns an event parameter's range and default. Throws for unknown names.
  @discardableResult
  func attributes(
    forEventParameter inParameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes
  /// Returns a dynamic parameter's range and default. Throws for unknown names.
  @discardableResult
  func attributes(forDynamicParameter inParameter: CHHapticDynamicParameter.ID) throws
    -> any CHHapticParameterAttributes
}

final class ParameterAttributes: NSObject, CHHapticParameterAttributes {
  let minValue: Float
  let maxValue: Float
  let defaultValue: Float

  init(_ range: ClosedRange<Double>, _ standard: Double) {
    minValue = Float(range.lowerBound)
    maxValue = Float(range.upperBound)
    defaultValue = Float(standard)
  }
}

final class DeviceCapability: CHHapticDeviceCapability {
  private let profile: HardwareProfile

  init(profile: HardwareProfile) { self.profile = profile }

  var supportsHaptics: Bool { profile.supportsHaptics }
  var supportsAudio: Bool { profile.supportsAudio }

  func attributes(
    forEventParameter inParameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes {
    try CHHapticError.logging(.attributes) {
      let id = try inParameter.known()
      return ParameterAttributes(id.range, id.defaultValue(for: try type.known()))
    }
  }

  func attributes(forDynamicParameter inParameter: CHHapticDynamicParameter.ID) throws
    -> any CHHapticParameterAttributes
  {
    try CHHapticError.logging(.attributes) {
      let id = try inParameter.known()
      return ParameterAttributes(id.range, id.defaultValue)
    }
  }
}

/// Superclass of ``CHHapticEngine`` on Linux.
///
/// A direct subclass of `NSObject` cannot declare `init() throws`, since it inherits a non-throwing `init()`.
open class HapticServerConnection: NSObject {
  let engine: HapticEngine
  @TaskLocal static var locality: GCHapticsLocality?

  init(sharing session: AVAudioSession?) throws {
    var configuration = EngineConfiguration()
    configuration.locality = HapticServerConnection.locality?.title
    configuration.sharesAudioSession = session?.isShared ?? false
    let wanted = configuration
    engine = try CHHapticError.translating { () throws(EngineError) in try HapticEngine(wanted) }
    super.init()
    engine.environment.callerWaits(in: .makeEngine)
  }
}
