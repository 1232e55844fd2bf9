@_exported import Foundation
@_exported import ThrumFoundation
import ThrumEngine

/// Seconds of the engine's clock.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func CACurrentMediaTime() -> CFTimeInterval { HapticEnvironment.current.now }
