// Exports only types used in tests, since an app may use other names, such as `HapticEngine`, for its own types.

@_exported import struct ThrumDevice.ActuatorPreset
@_exported import struct ThrumEngine.CallWaits
@_exported import enum ThrumEngine.EngineCall
@_exported import struct ThrumEngine.EngineError
@_exported import enum ThrumEngine.EngineState
@_exported import enum ThrumEngine.Fault
@_exported import enum ThrumEngine.HandlerKind
@_exported import struct ThrumEngine.HapticClock
@_exported import class ThrumEngine.HapticEnvironment
@_exported import struct ThrumEngine.HardwareProfile
@_exported import enum ThrumEngine.PhoneTrap
@_exported import struct ThrumEngine.Timeline
@_exported import struct ThrumEngine.TimelineEntry
@_exported import enum ThrumEngine.TimelineFact
@_exported import enum ThrumPattern.DynamicParameterID
@_exported import enum ThrumPattern.EventType
@_exported import struct ThrumPattern.Preset
