@_exported import Foundation
@_exported import ThrumCombine
import ThrumEngine

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the engine's time in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { HapticEnvironment.current.engineTime }
