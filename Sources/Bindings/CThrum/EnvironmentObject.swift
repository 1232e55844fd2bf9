// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumScenario

final class EnvironmentObject: Sendable {
  let environment = HapticEnvironment.virtual()
}

@_cdecl("thrum_environment_create_virtual") @implementation
public func thrum_environment_create_virtual(_ environment: UnsafeMutablePointer<OpaquePointer?>?) -> thrum_status {
  attempt { try hand(to: environment) { environments.add(EnvironmentObject()) } }
}

@_cdecl("thrum_environment_free") @implementation
public func thrum_environment_free(_ environment: OpaquePointer?) { _ = environments.remove(environment) }

@_cdecl("thrum_environment_elapsed") @implementation
public func thrum_environment_elapsed(_ environment: OpaquePointer?) -> Double {
  environments.find(environment)?.environment.now ?? 0
}

@_cdecl("thrum_environment_advance") @implementation
public func thrum_environment_advance(_ environment: OpaquePointer?, _ seconds: Double) -> thrum_status {
  attempt {
    let environment = try movable(environment)
    guard seconds >= 0, seconds < 1e9 else {
      throw Misuse.argument("cannot advance time by \(seconds) s: give at least 0 and less than 1e9")
    }
    environment.advance(by: seconds)
  }
}

@_cdecl("thrum_environment_run_until_idle") @implementation
public func thrum_environment_run_until_idle(_ environment: OpaquePointer?) -> thrum_status {
  attempt { try movable(environment).runUntilIdle() }
}

/// Returns an environment whose time can be advanced. Throws if called in a callback.
private func movable(_ handle: OpaquePointer?) throws -> HapticEnvironment {
  let environment = try environments(handle).environment
  guard cthrum_callback(0) == 0 else {
    throw EngineError(
      .operationNotPermitted, "cannot advance time from a callback: time advances only after the callback returns")
  }
  return environment
}

@_cdecl("thrum_environment_fault") @implementation
public func thrum_environment_fault(_ environment: OpaquePointer?, _ fault: UnsafePointer<CChar>?) -> thrum_status {
  attempt {
    let target = environment == nil ? HapticEnvironment.current : try environments(environment).environment
    if let refusal = target.forkRefusal { throw refusal }
    let words = try text(fault, "the fault")
    do throws(ScenarioError) {
      target.apply(try Fault(parsing: words))
    } catch { throw Misuse.argument(error.message) }
  }
}

@_cdecl("thrum_environment_timeline") @implementation
public func thrum_environment_timeline(
  _ environment: OpaquePointer?, _ json: Bool, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  guard let environment = environments.find(environment)?.environment else { return 0 }
  let timeline = environment.timeline
  return copy((json ? timeline.json() : timeline.description).utf8, to: text, capacity)
}
