// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumPattern

/// Ranges and defaults of parameters, in the order of the enums of Apple's plug-in for Unity.
private enum CoreHapticsCapabilities {
  private static let eventParameters: [EventParameterID] = [
    .hapticIntensity, .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained, .audioVolume, .audioPan,
    .audioPitch, .audioBrightness,
  ]
  private static let dynamicParameters: [DynamicParameterID] = [
    .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
    .hapticReleaseTimeControl, .audioVolumeControl, .audioPanControl, .audioPitchControl, .audioBrightnessControl,
    .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl,
  ]
  private static let eventTypes: [EventType] = [.hapticTransient, .hapticContinuous, .audioContinuous, .audioCustom]

  static func event(_ number: Int32) -> EventParameterID { entry(number, of: eventParameters) }
  static func dynamic(_ number: Int32) -> DynamicParameterID { entry(number, of: dynamicParameters) }
  static func type(_ number: Int32) -> EventType { entry(number, of: eventTypes) }

  /// Returns the first value if the index is out of range, as in the plug-in.
  private static func entry<Value>(_ number: Int32, of values: [Value]) -> Value {
    values.indices.contains(Int(number)) ? values[Int(number)] : values[0]
  }
}

@_cdecl("CoreHaptics_Capabilities_MinValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_MinValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(CoreHapticsCapabilities.event(parameter).range.lowerBound)
}

@_cdecl("CoreHaptics_Capabilities_DefaultValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_DefaultValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(
    CoreHapticsCapabilities.event(parameter).defaultValue(
      for: CoreHapticsCapabilities.type(type)))
}

@_cdecl("CoreHaptics_Capabilities_MaxValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_MaxValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(CoreHapticsCapabilities.event(parameter).range.upperBound)
}

@_cdecl("CoreHaptics_Capabilities_MinValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_MinValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(CoreHapticsCapabilities.dynamic(parameter).range.lowerBound)
}

@_cdecl("CoreHaptics_Capabilities_DefaultValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_DefaultValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(CoreHapticsCapabilities.dynamic(parameter).defaultValue)
}

@_cdecl("CoreHaptics_Capabilities_MaxValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_MaxValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(CoreHapticsCapabilities.dynamic(parameter).range.upperBound)
}
