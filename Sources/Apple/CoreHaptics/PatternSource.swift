import Foundation
import ThrumEngine
import ThrumPattern

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
    guard let data = try? Data(contentsOf: file) else { throw CHHapticError(.fileNotFound) }
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
