import Foundation
import ThrumEngine
import ThrumPattern

/// Converts dictionaries with AHAP's structure. Keys, names and numbers may have any type that Apple's bridging
/// accepts.
enum PatternDictionary {
  /// Converts a dictionary to AHAP text, or returns `nil` if JSON cannot represent a value, such as infinity.
  static func json(_ dictionary: [String: Any]) -> Data? {
    guard let plain = plain(dictionary, depth: 0), JSONSerialization.isValidJSONObject(plain) else { return nil }
    return try? JSONSerialization.data(withJSONObject: plain)
  }

  private static func plain(_ value: Any, depth: Int) -> Any? {
    guard depth < 64 else { return nil }
    // An `NSNumber` of 1 also casts to Bool. It is read as a number, which AHAP accepts for a Boolean.
    if type(of: value) == Bool.self { return value }
    switch value {
    case let value as String: return value
    case let value as Int: return value
    // Tried before Double, so that an `NSNumber` made from a Float reads as 0.3 rather than 0.30000001.
    case let value as Float: return value.isFinite ? Double("\(value)") : nil
    case let value as Double: return value.isFinite ? value : nil
    case let value as CGFloat: return value.isFinite ? Double(value) : nil
    case let value as any BinaryInteger: return Int(clamping: value)
    case let value as NSNumber: return value.doubleValue.isFinite ? value : nil
    // Includes typed strings.
    case let value as NSString: return value.description
    case let value as URL: return value.isFileURL ? value.path : value.absoluteString
    default: return container(value, depth: depth)
    }
  }

  private static func container(_ value: Any, depth: Int) -> Any? {
    if let list = value as? [Any] ?? (value as? NSArray).map({ $0.map { $0 } }) {
      let result = list.compactMap { plain($0, depth: depth + 1) }
      return result.count == list.count ? result : nil
    }
    var members: [(String, Any)] = []
    if let dictionary = value as? [String: Any] {
      members = dictionary.map { ($0.key, $0.value) }
    } else if let dictionary = value as? [AnyHashable: Any] {
      for (key, value) in dictionary {
        guard let name = plain(key.base, depth: depth + 1) as? String else { return nil }
        members.append((name, value))
      }
    } else if let dictionary = value as? NSDictionary {
      for (key, value) in dictionary {
        guard let name = plain(key, depth: depth + 1) as? String else { return nil }
        members.append((name, value))
      }
    } else {
      return nil
    }
    var result: [String: Any] = [:]
    for (name, value) in members {
      guard let value = plain(value, depth: depth + 1) else { return nil }
      result[name] = value
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

struct PatternSource: Sendable {
  let pattern: Pattern
  /// Folder of the pattern's file, searched for sounds.
  private(set) var folder: URL?

  private init(checking pattern: Pattern) throws {
    try CHHapticError.translating { () throws(EngineError) in try pattern.check() }
    self.pattern = pattern
  }

  init(_ entries: [PatternEntry]) throws { try self.init(checking: Pattern(version: nil, entries: entries)) }

  init(dictionary: [CHHapticPattern.Key: Any]) throws {
    guard let text = PatternDictionary.json(dictionary) else { throw CHHapticError(.invalidPatternDictionary) }
    let document = AHAP.read(Array(text), name: "dictionary")
    try self.init(
      checking: try CHHapticError.translating { () throws(EngineError) in
        do throws(EngineError) { return try document.playable() } catch {
          // A dictionary always produces valid JSON, so its structure must be wrong.
          throw error.code == .invalidPatternData ? EngineError(.invalidPatternDictionary, error.message) : error
        }
      })
  }

  init(ahap data: Data, name: String) throws {
    let document = AHAP.read(Array(data), name: name)
    try self.init(checking: try CHHapticError.translating { () throws(EngineError) in try document.playable() })
  }

  init(file: URL) throws {
    guard let data = try? Data(contentsOf: file) else {
      throw CHHapticError(.fileNotFound, userInfo: [NSFilePathErrorKey: file.path])
    }
    try self.init(ahap: data, name: file.lastPathComponent)
    folder = file.deletingLastPathComponent()
  }

  /// Finds a sound file at its absolute path, in the app's bundle, next to the pattern, or in the working directory.
  func resolveSound(_ path: String) -> String? {
    if path.hasPrefix("/") { return FileManager.default.fileExists(atPath: path) ? path : nil }
    let folders = [Bundle.main.resourceURL, folder, URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    return folders.compactMap { $0?.appendingPathComponent(path).path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}

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
