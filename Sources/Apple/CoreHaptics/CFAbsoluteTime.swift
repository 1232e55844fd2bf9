import Foundation
import ThrumEngine

/// Seconds since 1 January 2001.
public typealias CFAbsoluteTime = Double

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Seconds since 1 January 2001. In a test, virtual time since a fixed date.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  let environment = HapticEnvironment.current
  return environment.isVirtual ? 800_000_000 + environment.now : Date().timeIntervalSinceReferenceDate
}
