// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumPattern

// Parameters in the order of the plug-in's enums.
private let eventParameters: [EventParameterID] = [
  .hapticIntensity, .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained, .audioVolume, .audioPan,
  .audioPitch, .audioBrightness,
]
private let dynamicParameters: [DynamicParameterID] = [
  .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
  .hapticReleaseTimeControl, .audioVolumeControl, .audioPanControl, .audioPitchControl, .audioBrightnessControl,
  .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl,
]
private let eventTypes: [EventType] = [.hapticTransient, .hapticContinuous, .audioContinuous, .audioCustom]

/// Returns the first value if the index is out of range, as in the plug-in.
private func entry<Value>(_ number: Int32, of values: [Value]) -> Value {
  values.indices.contains(Int(number)) ? values[Int(number)] : values[0]
}

@_cdecl("CoreHaptics_Capabilities_MinValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_MinValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(entry(parameter, of: eventParameters).range.lowerBound)
}

@_cdecl("CoreHaptics_Capabilities_DefaultValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_DefaultValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(entry(parameter, of: eventParameters).defaultValue(for: entry(type, of: eventTypes)))
}

@_cdecl("CoreHaptics_Capabilities_MaxValueForEventParameter") @implementation
public func CoreHaptics_Capabilities_MaxValueForEventParameter(_ parameter: Int32, _ type: Int32) -> Float {
  Float(entry(parameter, of: eventParameters).range.upperBound)
}

@_cdecl("CoreHaptics_Capabilities_MinValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_MinValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(entry(parameter, of: dynamicParameters).range.lowerBound)
}

@_cdecl("CoreHaptics_Capabilities_DefaultValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_DefaultValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(entry(parameter, of: dynamicParameters).defaultValue)
}

@_cdecl("CoreHaptics_Capabilities_MaxValueForDynamicParameter") @implementation
public func CoreHaptics_Capabilities_MaxValueForDynamicParameter(_ parameter: Int32) -> Float {
  Float(entry(parameter, of: dynamicParameters).range.upperBound)
}
