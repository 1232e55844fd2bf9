import Foundation
import HapticEngine
import HapticPattern

/// A collection of events, parameters and curves.
open class CHHapticPattern: NSObject {
  /// A member's name in a pattern's dictionary. A string, so that dictionaries from JSON are what Apple's bridging makes
  /// of them.
  public typealias Key = String

  /// Seconds from the start to the end of the last event, parameter or curve.
  open var duration: TimeInterval { pattern.duration }
  let pattern: Pattern
  /// Where the pattern came from; its sounds may lie beside it.
  let folder: URL?

  init(_ pattern: Pattern, folder: URL? = nil) throws {
    try CHHapticError.translating { () throws(EngineError) in try pattern.check() }
    self.pattern = pattern
    self.folder = folder
    super.init()
  }

  /// Makes a pattern of events and parameters.
  public convenience init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    try self.init(
      Pattern(
        entries: try events.map { .event(try $0.converted()) } + parameters.map { .parameter(try $0.converted()) }))
  }

  /// Makes a pattern of events and curves.
  public convenience init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {
    try self.init(
      Pattern(
        entries: try events.map { .event(try $0.converted()) } + parameterCurves.map { .curve(try $0.converted()) }))
  }

  /// Makes a pattern of a dictionary of the form of AHAP.
  public convenience init(dictionary patternDict: [CHHapticPattern.Key: Any]) throws {
    guard let text = PatternDictionary.json(patternDict) else { throw CHHapticError(.invalidPatternDictionary) }
    let document = AHAP.read(Array(text), name: "dictionary")
    try self.init(
      try CHHapticError.translating { () throws(EngineError) in
        do throws(EngineError) { return try document.playable() } catch {
          // What is no AHAP text cannot come from a dictionary; then it was the dictionary's shape.
          throw error.code == .invalidPatternData ? EngineError(.invalidPatternDictionary, error.message) : error
        }
      })
  }

  /// Reads an AHAP file.
  public convenience init(contentsOf ahapURL: URL) throws {
    guard let data = try? Data(contentsOf: ahapURL) else { throw CHHapticError(.fileNotFound) }
    try self.init(ahap: data, name: ahapURL.lastPathComponent, folder: ahapURL.deletingLastPathComponent())
  }

  convenience init(ahap data: Data, name: String, folder: URL? = nil) throws {
    let document = AHAP.read(Array(data), name: name)
    try self.init(
      try CHHapticError.translating { () throws(EngineError) in try document.playable() }, folder: folder)
  }

  /// The pattern as a dictionary of the form of AHAP.
  ///
  /// - Throws: `operationNotPermitted` for a pattern with registered sounds.
  open func exportDictionary() throws -> [CHHapticPattern.Key: Any] {
    guard !pattern.events.contains(where: { $0.resourceID != nil }) else {
      throw CHHapticError(.operationNotPermitted)
    }
    return PatternDictionary.dictionary(pattern)
  }

  /// The file behind a sound's path: absolute, in the app's bundle, beside the pattern, or in the working folder.
  func resolveSound(_ path: String) -> String? {
    if path.hasPrefix("/") { return FileManager.default.fileExists(atPath: path) ? path : nil }
    let folders = [Bundle.main.resourceURL, folder, URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    return folders.compactMap { $0?.appendingPathComponent(path).path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}

extension CHHapticEvent {
  func converted() throws -> Event {
    guard let type = HapticPattern.EventType(rawValue: self.type.rawValue) else {
      throw CHHapticError(.invalidEventType)
    }
    let parameters = try eventParameters.map { parameter in
      guard let id = EventParameterID(rawValue: parameter.parameterID.rawValue) else {
        throw CHHapticError(.invalidParameterType)
      }
      return EventParameter(id, Double(parameter.value))
    }
    // 0 is no fixed end; what is negative or no number is refused when the pattern is checked.
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
      points: controlPoints.map { HapticPattern.ControlPoint(time: $0.relativeTime, value: Double($0.value)) })
  }
}
