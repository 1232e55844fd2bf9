import Foundation

/// A collection of events, parameters and curves.
open class CHHapticPattern: NSObject {
  /// A member's name in a pattern's dictionary. A string, so that dictionaries from JSON are what Apple's bridging makes
  /// of them.
  public typealias Key = String

  /// Seconds from the start to the end of the last event, parameter or curve.
  open var duration: TimeInterval { source.pattern.duration }
  let source: PatternSource

  // Every initialiser is a designated one, so that subclasses may call any.

  init(_ source: PatternSource) {
    self.source = source
    super.init()
  }

  /// Makes a pattern of events and parameters.
  public init(events: [CHHapticEvent], parameters: [CHHapticDynamicParameter]) throws {
    source = try CHHapticError.logging(.makePattern) {
      try PatternSource(
        events.map { .event(try $0.converted()) } + parameters.map { .parameter(try $0.converted()) })
    }
    super.init()
  }

  /// Makes a pattern of events and curves.
  public init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {
    source = try CHHapticError.logging(.makePattern) {
      try PatternSource(
        events.map { .event(try $0.converted()) } + parameterCurves.map { .curve(try $0.converted()) })
    }
    super.init()
  }

  /// Makes a pattern of a dictionary of the form of AHAP.
  public init(dictionary patternDict: [CHHapticPattern.Key: Any]) throws {
    source = try CHHapticError.logging(.makePattern) { try PatternSource(dictionary: patternDict) }
    super.init()
  }

  /// Reads an AHAP file.
  public init(contentsOf ahapURL: URL) throws {
    source = try CHHapticError.logging(.makePattern) { try PatternSource(file: ahapURL) }
    super.init()
  }

  /// Reads an AHAP file: the name that Objective-C's `initWithContentsOfURL:error:` has beside ``init(contentsOf:)``.
  public init(contentsOfURL ahapURL: URL) throws {
    source = try CHHapticError.logging(.makePattern) { try PatternSource(file: ahapURL) }
    super.init()
  }

  /// The pattern as a dictionary of the form of AHAP.
  ///
  /// - Throws: `operationNotPermitted` for a pattern with registered sounds.
  @discardableResult
  open func exportDictionary() throws -> [CHHapticPattern.Key: Any] {
    try CHHapticError.logging(.exportDictionary) {
      guard !source.pattern.events.contains(where: { $0.resourceID != nil }) else {
        throw CHHapticError(.operationNotPermitted)
      }
      return PatternDictionary.dictionary(source.pattern)
    }
  }
}
