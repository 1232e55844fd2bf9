import ThrumEngine
import ThrumPattern

extension CHHapticEvent {
  func converted() throws -> Event {
    guard let type = ThrumPattern.EventType(rawValue: self.type.rawValue) else {
      throw CHHapticError(.invalidEventType)
    }
    let parameters = try eventParameters.map { parameter in
      guard let id = EventParameterID(rawValue: parameter.parameterID.rawValue) else {
        throw CHHapticError(.invalidParameterType)
      }
      return EventParameter(id, Double(parameter.value))
    }
    // The pattern check rejects negative values and NaN.
    var event = Event(type: type, time: relativeTime, duration: duration == 0 ? nil : duration, parameters: parameters)
    event.resourceID = resourceID
    return event
  }
}

extension CHHapticDynamicParameter {
  func converted() throws -> DynamicParameter {
    guard let id = DynamicParameterID(rawValue: parameterID.rawValue) else {
      throw CHHapticError(.invalidParameterType)
    }
    return DynamicParameter(id, value: Double(value), time: relativeTime)
  }
}

extension CHHapticParameterCurve {
  func converted() throws -> ParameterCurve {
    guard let id = DynamicParameterID(rawValue: parameterID.rawValue) else {
      throw CHHapticError(.invalidParameterType)
    }
    return ParameterCurve(
      id, time: relativeTime,
      points: controlPoints.map { ThrumPattern.ControlPoint(time: $0.relativeTime, value: Double($0.value)) })
  }
}
