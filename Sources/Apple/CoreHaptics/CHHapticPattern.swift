import Foundation
import ThrumEngine

/// A collection of events, parameters and curves.
open class CHHapticPattern: NSObject {
  /// A pattern dictionary's key. A string, as in dictionaries decoded from JSON.
  public typealias Key = String

  /// Seconds until the end of the last event, parameter or curve.
  open var duration: TimeInterval { source.pattern.duration }
  let source: PatternSource

  // All initialisers are designated, so that subclasses may call any of them.

  init(_ source: PatternSource) {
    self.source = source
    super.init()
  }

  /// Creates a pattern from events and parameters.
  public init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    source = try CHHapticError.logging(.makePattern) {
      try PatternSource(
        events.map { .event(try $0.converted()) } + parameters.map { .parameter(try $0.converted()) })
    }
    super.init()
  }

  /// Creates a pattern from events and curves.
  public init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {
    source = try CHHapticError.logging(.makePattern) {
      try PatternSource(
        events.map { .event(try $0.converted()) } + parameterCurves.map { .curve(try $0.converted()) })
    }
    super.init()
  }

  /// Creates a pattern from a dictionary with AHAP's structure.
  public init(dictionary patternDict: [CHHapticPattern.Key: Any]) throws {
    source = try CHHapticError.logging(.makePattern) { try PatternSource(dictionary: patternDict) }
    super.init()
  }

  /// Reads an AHAP file.
  public init(contentsOf ahapURL: URL) throws {
    HapticEnvironment.current.callerWaits(in: .makePattern)
    source = try CHHapticError.logging(.makePattern) { try PatternSource(file: ahapURL) }
    super.init()
  }

  /// Reads an AHAP file. Swift imports Objective-C's `initWithContentsOfURL:error:` under this name too.
  public init(contentsOfURL ahapURL: URL) throws {
    HapticEnvironment.current.callerWaits(in: .makePattern)
    source = try CHHapticError.logging(.makePattern) { try PatternSource(file: ahapURL) }
    super.init()
  }

  /// Returns a dictionary with AHAP's structure.
  ///
  /// - Throws: `operationNotPermitted` for a pattern with registered sounds.
  @discardableResult
  open func exportDictionary() throws -> [CHHapticPattern.Key: Any] {
    try CHHapticError.logging(.exportDictionary) {
      guard !source.pattern.events.contains(where: { $0.resourceID != nil }) else {
        throw CHHapticError(
          EngineError(
            .operationNotPermitted, "a sound registered with registerAudioResource has no path to write to a dictionary"
          ))
      }
      return PatternDictionary.dictionary(source.pattern)
    }
  }
}

extension CHHapticPattern.Key {
  /// Lowest Core Haptics version that can play the pattern.
  public static let version = "Version"
  /// Array of entries.
  public static let pattern = "Pattern"
  /// An entry's event.
  public static let event = "Event"
  /// An event's type.
  public static let eventType = "EventType"
  /// Time in seconds.
  public static let time = "Time"
  /// Duration in seconds.
  public static let eventDuration = "EventDuration"
  /// A sound's path.
  public static let eventWaveformPath = "EventWaveformPath"
  /// An event's parameters.
  public static let eventParameters = "EventParameters"
  /// Whether the envelope shapes a sound.
  public static let eventWaveformUseVolumeEnvelope = "EventWaveformUseVolumeEnvelope"
  /// Whether the sound repeats.
  public static let eventWaveformLoopEnabled = "EventWaveformLoopEnabled"
  /// An entry's dynamic parameter.
  public static let parameter = "Parameter"
  /// A parameter's name.
  public static let parameterID = "ParameterID"
  /// A parameter's value.
  public static let parameterValue = "ParameterValue"
  /// An entry's curve.
  public static let parameterCurve = "ParameterCurve"
  /// A curve's points.
  public static let parameterCurveControlPoints = "ParameterCurveControlPoints"

  /// Raw-value type for enums, as in Apple's API.
  public typealias RawValue = String
  /// The key's name.
  public var rawValue: String { self }
  /// Creates a key with any name.
  public init(rawValue: String) { self = rawValue }
}
