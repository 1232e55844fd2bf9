import Foundation
import ThrumEngine
import ThrumPattern

/// Converts dictionaries with AHAP's structure. Keys, names and numbers may have any type that Apple's bridging
/// accepts.
enum PatternDictionary {
  /// Converts a dictionary to AHAP text. A value that JSON cannot represent becomes `null`, which the reader of AHAP
  /// ignores, or rejects where it needs another value.
  ///
  /// - Throws: `invalidPatternDictionary`, with the place, for a number that is not finite, and for deep nesting.
  static func json(_ dictionary: [String: Any]) throws(EngineError) -> Data {
    let plain = try plain(dictionary, at: Place())
    guard let text = try? JSONSerialization.data(withJSONObject: plain) else {
      throw EngineError(.invalidPatternDictionary, "the dictionary cannot be written as JSON")
    }
    return text
  }

  /// Where a value is in the dictionary.
  private struct Place {
    var path = ""
    var depth = 0

    func member(_ name: String) -> Place { Place(path: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1) }
    func entry(_ index: Int) -> Place { Place(path: "\(path)[\(index)]", depth: depth + 1) }

    func finite(_ number: Double) throws(EngineError) -> Any {
      guard number.isFinite else {
        throw EngineError(.invalidPatternDictionary, "\(path) is \(number), not a finite number")
      }
      return number
    }
  }

  private static func plain(_ value: Any, at place: Place) throws(EngineError) -> Any {
    guard place.depth < 64 else {
      throw EngineError(.invalidPatternDictionary, "\(place.path) is nested more than 64 levels deep")
    }
    // An `NSNumber` of 1 also casts to Bool. It is read as a number, which AHAP accepts for a Boolean.
    if type(of: value) == Bool.self { return value }
    switch value {
    case let value as String: return value
    case let value as Int: return value
    // Tried before Double, so that an `NSNumber` made from a Float reads as 0.3 rather than 0.30000001.
    case let value as Float: return try place.finite(Double("\(value)") ?? Double(value))
    case let value as Double: return try place.finite(value)
    case let value as CGFloat: return try place.finite(Double(value))
    case let value as any BinaryInteger: return Int(clamping: value)
    case let value as NSNumber: return try value.doubleValue.isFinite ? value : place.finite(value.doubleValue)
    // Includes typed strings.
    case let value as NSString: return value.description
    case let value as URL: return value.isFileURL ? value.path : value.absoluteString
    default: return try container(value, at: place)
    }
  }

  private static func container(_ value: Any, at place: Place) throws(EngineError) -> Any {
    if let list = value as? [Any] ?? (value as? NSArray).map({ $0.map { $0 } }) {
      var result: [Any] = []
      for (index, value) in list.enumerated() { result.append(try plain(value, at: place.entry(index))) }
      return result
    }
    var members: [(key: Any, value: Any)] = []
    if let dictionary = value as? [String: Any] {
      members = dictionary.map { ($0.key, $0.value) }
    } else if let dictionary = value as? [AnyHashable: Any] {
      members = dictionary.map { ($0.key.base, $0.value) }
    } else if let dictionary = value as? NSDictionary {
      members = dictionary.map { ($0.key, $0.value) }
    } else {
      return NSNull()
    }
    var result: [String: Any] = [:]
    for (key, value) in members {
      guard let name = try plain(key, at: place) as? String else {
        let inside = place.path.isEmpty ? "the dictionary" : place.path
        throw EngineError(.invalidPatternDictionary, "a key of \(inside) is not a string")
      }
      result[name] = try plain(value, at: place.member(name))
    }
    return result
  }

  /// Every event has a duration; 0 means no fixed end. As on Apple's systems, names are `NSString`s and numbers
  /// `NSNumber`s, holding Floats for parameter values.
  static func dictionary(_ pattern: Pattern) -> [String: Any] {
    var result: [String: Any] = [.pattern: pattern.entries.compactMap(entry)]
    if let version = pattern.version { result[.version] = NSNumber(value: version) }
    return result
  }

  private static func entry(_ entry: PatternEntry) -> [String: Any]? {
    switch entry {
    case .event(let event): [.event: self.event(event)]
    case .parameter(let parameter):
      [.parameter: value(parameter.id.rawValue, parameter.value).merging([.time: time(parameter.time)]) { $1 }]
    case .curve(let curve):
      [
        .parameterCurve: [
          String.parameterID: name(curve.id.rawValue), .time: time(curve.time),
          .parameterCurveControlPoints: curve.points.map {
            [String.time: time($0.time), .parameterValue: NSNumber(value: Float($0.value))]
          },
        ] as [String: Any]
      ]
    case .unknown: nil
    }
  }

  private static func event(_ event: Event) -> [String: Any] {
    var result: [String: Any] = [
      .eventType: name(event.type.rawValue), .time: time(event.time), .eventDuration: time(max(0, event.duration ?? 0)),
    ]
    if let path = event.waveformPath { result[.eventWaveformPath] = name(path) }
    if event.waveformLoopEnabled == true { result[.eventWaveformLoopEnabled] = NSNumber(value: true) }
    if event.waveformUseVolumeEnvelope == false {
      result[.eventWaveformUseVolumeEnvelope] = NSNumber(value: false)
    }
    if !event.parameters.isEmpty {
      result[.eventParameters] = event.parameters.map { value($0.id.rawValue, $0.value) }
    }
    return result
  }

  private static func value(_ id: String, _ value: Double) -> [String: Any] {
    [.parameterID: name(id), .parameterValue: NSNumber(value: Float(value))]
  }

  private static func name(_ text: String) -> NSString { NSString(string: text) }

  private static func time(_ seconds: Double) -> NSNumber { NSNumber(value: seconds) }
}

extension CHHapticEvent {
  func converted() throws -> Event {
    let type = try type.known()
    let parameters = try eventParameters.map { parameter in
      EventParameter(try parameter.parameterID.known(), Double(parameter.value))
    }
    // The pattern check rejects negative values and NaN.
    var event = Event(type: type, time: relativeTime, duration: duration == 0 ? nil : duration, parameters: parameters)
    event.resourceID = resourceID
    return event
  }
}

extension CHHapticDynamicParameter {
  func converted() throws -> DynamicParameter {
    DynamicParameter(try parameterID.known(), value: Double(value), time: relativeTime)
  }
}

extension CHHapticParameterCurve {
  func converted() throws -> ParameterCurve {
    ParameterCurve(
      try parameterID.known(), time: relativeTime,
      points: controlPoints.map { ThrumPattern.ControlPoint(time: $0.relativeTime, value: Double($0.value)) })
  }
}

extension CHHapticEvent.EventType {
  func known() throws -> ThrumPattern.EventType {
    guard let type = ThrumPattern.EventType(rawValue: rawValue) else {
      throw CHHapticError(EngineError(.invalidEventType, "there is no event type “\(rawValue)”"))
    }
    return type
  }
}

extension CHHapticEvent.ParameterID {
  func known() throws -> EventParameterID {
    guard let id = EventParameterID(rawValue: rawValue) else {
      throw CHHapticError(EngineError(.invalidParameterType, "there is no event parameter “\(rawValue)”"))
    }
    return id
  }
}

extension CHHapticDynamicParameter.ID {
  func known() throws -> DynamicParameterID {
    guard let id = DynamicParameterID(rawValue: rawValue) else {
      throw CHHapticError(EngineError(.invalidParameterType, "there is no dynamic parameter “\(rawValue)”"))
    }
    return id
  }
}
