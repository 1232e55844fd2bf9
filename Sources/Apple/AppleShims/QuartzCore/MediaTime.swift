@_exported import Foundation
@_exported import ThrumFoundation
import ThrumEngine

/// Returns the engine's clock in seconds.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func CACurrentMediaTime() -> CFTimeInterval { HapticEnvironment.current.now }
