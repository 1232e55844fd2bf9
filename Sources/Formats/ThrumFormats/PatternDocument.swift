import ThrumPattern

/// A file that holds patterns, whatever its format: what was read, and what there is to say about it.
public struct PatternDocument: Sendable {
  /// One of the patterns of a file, which all start together.
  public struct Part: Sendable {
    /// What it is among several; `nil` when it is the only one.
    public let title: String?
    /// The pattern.
    public let pattern: Pattern
  }

  /// The file's name as given by the caller.
  public let name: String
  /// What it was read as.
  public let format: PatternFormat
  private let content: PatternContent

  /// The patterns; none when the file cannot be used. A clip has one of its envelopes and one of its pulses, which no curve
  /// bends.
  public var parts: [Part] { content.parts }

  /// What was found while reading, in the order of the text.
  public var diagnostics: [Diagnostic] { content.diagnostics }

  /// Whether Core Haptics would reject the file.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// What an AHAP file says, with its places; `nil` for other formats.
  public var ahap: AHAPDocument? { content.ahap }

  /// The whole file as one pattern; `nil` when it cannot be used.
  package var merged: Pattern? { content.merged?.pattern ?? content.parts.first?.pattern }

  /// What ``merged`` changes, in a sentence; `nil` when nothing.
  package var mergingChange: String? { content.merged?.change }

  /// What of the file has no place in AHAP, a sentence each.
  package var losses: [String] { content.losses }

  /// What the file says in its format's own terms, if it has any.
  package func native<Content>(as type: Content.Type) -> Content? { content.native as? Content }

  /// Reads a file. Its format is the one given, else that of its name, else that of its text.
  public static func read(
    _ bytes: [UInt8], name: String, format: PatternFormat? = nil, limits: ReadLimits = ReadLimits()
  ) -> PatternDocument {
    if let format = format ?? PatternFormat(fileName: name), !format.endings.isEmpty,
      let content = format.read(bytes, name, limits)
    {
      return PatternDocument(name: name, format: format, content: content)
    }
    return recognised(bytes, name: name, limits: limits)
  }

  /// The document of a text that says itself what it is: of a format that only its text tells, or of the first that can use
  /// it, or an unusable one of the first.
  private static func recognised(_ bytes: [UInt8], name: String, limits: ReadLimits) -> PatternDocument {
    func read(_ format: PatternFormat) -> PatternDocument? {
      format.read(bytes, name, limits).map { PatternDocument(name: name, format: format, content: $0) }
    }
    for format in PatternFormat.all where format.endings.isEmpty {
      if let document = read(format) { return document }
    }
    var first: PatternDocument?
    for format in PatternFormat.named {
      guard let document = read(format) else { continue }
      if !document.parts.isEmpty { return document }
      first = first ?? document
    }
    let nothing = PatternContent(parts: [], diagnostics: [])
    return first ?? PatternDocument(name: name, format: PatternFormat.all[0], content: nothing)
  }

  /// What was found while reading, and by the linter where the format has one.
  ///
  /// - Parameters:
  ///   - linter: what is looked for.
  ///   - waveformExists: whether there is a sound behind a path of the pattern; `nil` does not look.
  public func lint(_ linter: Linter = Linter(), waveformExists: ((String) -> Bool)? = nil) -> [Diagnostic] {
    ahap.map { linter.lint($0, waveformExists: waveformExists) } ?? diagnostics
  }
}
