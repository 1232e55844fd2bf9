import ThrumPattern

/// A parsed pattern file in any format.
public struct PatternDocument: Sendable {
  /// A pattern from a file. All parts start together.
  public struct Part: Sendable {
    /// Title, or `nil` if this is the only part.
    public let title: String?
    /// The pattern.
    public let pattern: Pattern
  }

  /// The file's name.
  public let name: String
  /// The file's format.
  public let format: PatternFormat
  private var content: PatternContent

  /// The patterns, empty if the file cannot be used. A clip's pulses are a separate part that no curve affects.
  public var parts: [Part] { content.parts }

  /// Problems found while reading, in file order.
  public var diagnostics: [Diagnostic] { content.diagnostics }

  /// Whether any diagnostic is an error.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The AHAP document, or `nil` for other formats.
  public var ahap: AHAPDocument? { content.ahap }

  /// All parts, or `nil` if the file cannot be used.
  package var group: PatternGroup? {
    parts.isEmpty ? nil : PatternGroup(parts.map { PatternGroup.Part(title: $0.title, $0.pattern) })
  }

  /// All parts as one pattern, or `nil` if the file cannot be used.
  package var merged: Pattern? { content.merged?.pattern ?? content.parts.first?.pattern }

  package var mergingChange: String? { content.merged?.change }

  package var losses: [String] { content.losses }

  /// Version of the format in which the file is written, or `nil` if it says none.
  package var version: Double? { content.ahap.map { $0.pattern?.version } ?? content.version }

  /// Contents in the format's own model, if it has one.
  var native: NativeContent? { content.native }

  /// Parses a file. Detects the format by name, then by text, unless a format is specified.
  public static func read(
    _ bytes: [UInt8], name: String, format: PatternFormat? = nil, limits: ReadLimits = ReadLimits()
  ) -> PatternDocument {
    if let format = format ?? PatternFormat(fileName: name), !format.endings.isEmpty,
      var content = format.read(bytes, name, limits)
    {
      let problem =
        content.parts.isEmpty
        ? ForeignText.misnamed(bytes, name: name, as: format, limits)
          ?? ForeignText.foreign(bytes, name: name, as: format) : nil
      if let problem {
        (content.ahap, content.diagnostics) = (nil, [problem])
      }
      return PatternDocument(name: name, format: format, content: content)
    }
    return recognised(bytes, name: name, limits: limits)
  }

  /// Tries formats without endings first. Returns the first usable result, or else the first one, with its errors.
  private static func recognised(_ bytes: [UInt8], name: String, limits: ReadLimits) -> PatternDocument {
    func read(_ format: PatternFormat) -> PatternDocument? {
      format.read(bytes, name, limits).map { PatternDocument(name: name, format: format, content: $0) }
    }
    for format in PatternFormat.all where format.endings.isEmpty {
      guard var document = read(format) else { continue }
      if document.parts.isEmpty, let problem = ForeignText.foreign(bytes, name: name, as: format) {
        document.content.diagnostics = [problem]
      }
      return document
    }
    let tape = try? JSONTape(reading: bytes, limits: limits)
    if tape?.withReader({ RichTapFile.isRichTap($0) }) == true, let document = read(.richTap) { return document }
    var first: PatternDocument?
    for format in PatternFormat.named {
      guard let document = read(format) else { continue }
      if !document.parts.isEmpty { return document }
      first = first ?? document
    }
    var content = first?.content ?? PatternContent(parts: [], diagnostics: [])
    let problem =
      ForeignText.foreign(bytes, name: name, as: first?.format) ?? ForeignText.unknown(bytes, name: name, limits)
    if let problem {
      (content.ahap, content.diagnostics) = (nil, [problem])
    }
    return PatternDocument(name: name, format: first?.format ?? PatternFormat.all[0], content: content)
  }

  /// Returns the problems found while reading and, for AHAP, by the linter.
  ///
  /// - Parameters:
  ///   - linter: the checks to run.
  ///   - sound: looks for the sound at a path; `nil` skips the check.
  public func lint(_ linter: Linter = Linter(), sound: ((String) -> SoundState)? = nil) -> [Diagnostic] {
    ahap.map { linter.lint($0, sound: sound) } ?? diagnostics
  }
}

/// A file's contents in its format's own model, for writers of the same family.
enum NativeContent: Sendable {
  case clip(HapticClip)
  case curvedEvents(CurvedEventFile)
  case vibration(VibrationDocument)
}
