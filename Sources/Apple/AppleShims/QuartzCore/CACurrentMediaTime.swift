@_exported import Foundation
import ThrumEngine
@_exported import ThrumFoundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the engine's time in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { HapticEnvironment.current.now }
