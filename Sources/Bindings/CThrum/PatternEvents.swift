// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumPattern

@_cdecl("thrum_pattern_create") @implementation
public func thrum_pattern_create(
  _ events: UnsafePointer<thrum_event>?, _ event_count: Int,
  _ parameters: UnsafePointer<thrum_parameter>?, _ parameter_count: Int,
  _ curves: UnsafePointer<thrum_curve>?, _ curve_count: Int,
  _ pattern: UnsafeMutablePointer<OpaquePointer?>?
) -> thrum_status {
  attempt {
    try hand(to: pattern) {
      var entries: [PatternEntry] = []
      for event in try elements(events, event_count, "events") { entries.append(.event(try Event(event))) }
      for parameter in try elements(parameters, parameter_count, "parameters") {
        entries.append(.parameter(try DynamicParameter(parameter)))
      }
      for curve in try elements(curves, curve_count, "curves") { entries.append(.curve(try ParameterCurve(curve))) }
      return patterns.add(try PatternObject(Pattern(entries: entries)))
    }
  }
}

extension Event {
  init(_ event: thrum_event) throws {
    let parameters = try elements(event.parameters, event.parameter_count, "parameters")
    self.init(
      type: try named(event.type, "event type"), time: event.time,
      duration: event.duration < 0 ? nil : event.duration,
      parameters: try parameters.map { EventParameter(try named($0.name, "event parameter"), $0.value) })
    if event.sound != 0 { resourceID = Int(event.sound) }
  }
}

extension DynamicParameter {
  init(_ parameter: thrum_parameter) throws {
    self.init(try named(parameter.name, "dynamic parameter"), value: parameter.value, time: parameter.time)
  }
}

extension ParameterCurve {
  init(_ curve: thrum_curve) throws {
    self.init(
      try named(curve.name, "dynamic parameter"), time: curve.time,
      points: try elements(curve.points, curve.point_count, "points").map {
        ControlPoint(time: $0.time, value: $0.value)
      })
  }
}
