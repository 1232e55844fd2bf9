import Foundation
import ThrumEngine
import ThrumPattern

/// The values of a parameter.
public protocol CHHapticParameterAttributes: NSObjectProtocol {
  /// The lowest.
  var minValue: Float { get }
  /// The highest.
  var maxValue: Float { get }
  /// The one that is taken when none is given.
  var defaultValue: Float { get }
}

/// What a device can do. Classes alone conform, as to every protocol of Objective-C.
public protocol CHHapticDeviceCapability: AnyObject {
  /// Whether haptic events are felt.
  var supportsHaptics: Bool { get }
  /// Whether audio events are heard.
  var supportsAudio: Bool { get }
  /// The values of an event parameter; an unknown name is an error.
  @discardableResult
  func attributes(
    forEventParameter inParameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes
  /// The values of a dynamic parameter; an unknown name is an error.
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
      guard let id = EventParameterID(rawValue: inParameter.rawValue) else {
        throw CHHapticError(.invalidParameterType)
      }
      guard let type = EventType(rawValue: type.rawValue) else { throw CHHapticError(.invalidEventType) }
      return ParameterAttributes(id.range, id.defaultValue(for: type))
    }
  }

  func attributes(forDynamicParameter inParameter: CHHapticDynamicParameter.ID) throws
    -> any CHHapticParameterAttributes
  {
    try CHHapticError.logging(.attributes) {
      guard let id = DynamicParameterID(rawValue: inParameter.rawValue) else {
        throw CHHapticError(.invalidParameterType)
      }
      return ParameterAttributes(id.range, id.defaultValue)
    }
  }
}
