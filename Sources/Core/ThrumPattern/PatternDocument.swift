/// A file that holds patterns, whatever its format: what was read, and what there is to say about it.
///
/// A format is added here: a case of ``Format``, a case of the content, and how it is read.
public struct PatternDocument: Sendable {
  /// The formats of files; the first is the one of a name that says nothing.
  public enum Format: String, CaseIterable, Sendable {
    case ahap, haptic
    /// An effect for Android: vibration XML, or JSON. Such files are recognised by their content, because their extensions are
    /// ambiguous.
    case android

    /// The formats that a file's name tells.
    public static let named: [Format] = [.ahap, .haptic]

    /// What names of a format end in that a name tells: `.ahap`.
    public var suffix: String { "." + rawValue }

    /// The format that a file's name ends in, in capitals or not; `nil` for other names.
    public init?(fileName: String) {
      let name = fileName.lowercased()
      guard let format = Format.named.first(where: { name.hasSuffix($0.suffix) }) else { return nil }
      self = format
    }

    /// A file's name without the ending of a format.
    public static func stem(of fileName: String) -> String {
      Format(fileName: fileName).map { String(fileName.dropLast($0.suffix.count)) } ?? fileName
    }

    /// What is said of a file with errors.
    package var refusal: String {
      switch self {
      case .ahap: "Core Haptics rejects this pattern"
      case .haptic: "this .haptic clip cannot be used"
      case .android: "this effect for Android cannot be used"
      }
    }

    /// All endings as a person reads them: `.ahap or .haptic`.
    public static var endings: String { named.map(\.suffix).joined(separator: " or ") }
  }

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
  public let format: Format
  /// The patterns; none when the file cannot be used. A clip has one of its envelopes and one of its pulses, which no curve
  /// bends.
  public let parts: [Part]
  /// What was found while reading, in the order of the text.
  public let diagnostics: [Diagnostic]
  private let content: Content

  private enum Content: Sendable {
    case ahap(AHAPDocument)
    case clip(HapticClip?)
    case vibration(VibrationDocument)
  }

  /// Whether Core Haptics would reject the file.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// What an AHAP file says, with its places; `nil` for other formats.
  public var ahap: AHAPDocument? { if case .ahap(let document) = content { document } else { nil } }

  /// What a `.haptic` file says, or an effect for Android as one; `nil` for AHAP, and for a file that cannot be used.
  public var clip: HapticClip? {
    switch content {
    case .ahap: nil
    case .clip(let clip): clip
    case .vibration(let document): document.clip
    }
  }

  /// Reads a file. Its format is the one given, else that of its name, else that of its text.
  public static func read(
    _ bytes: [UInt8], name: String, format: Format? = nil, limits: ReadLimits = ReadLimits()
  ) -> PatternDocument {
    switch format ?? Format(fileName: name) {
    case .ahap?: return PatternDocument(AHAP.read(bytes, name: name, limits: limits))
    case .haptic?: return PatternDocument(HapticClip.read(bytes, name: name, limits: limits))
    case .android?, nil:
      if let document = VibrationDocument.read(bytes, name: name, limits: limits) { return PatternDocument(document) }
      let ahap = AHAP.read(bytes, name: name, limits: limits)
      guard ahap.pattern == nil else { return PatternDocument(ahap) }
      let clip = HapticClip.read(bytes, name: name, limits: limits)
      return clip.clip == nil ? PatternDocument(ahap) : PatternDocument(clip)
    }
  }

  private init(_ document: AHAPDocument) {
    name = document.name
    format = .ahap
    parts = document.pattern.map { [Part(title: nil, pattern: $0)] } ?? []
    diagnostics = document.diagnostics
    content = .ahap(document)
  }

  private init(_ document: HapticClipDocument) {
    name = document.name
    format = .haptic
    diagnostics = document.diagnostics
    content = .clip(document.clip)
    parts = document.clip.map(PatternDocument.parts) ?? []
  }

  private init(_ document: VibrationDocument) {
    name = document.name
    format = .android
    diagnostics = document.diagnostics
    content = .vibration(document)
    parts = document.clip.map(PatternDocument.parts) ?? []
  }

  /// The patterns of a clip: one of its envelopes and one of its pulses.
  private static func parts(_ clip: HapticClip) -> [Part] {
    let both = [
      Part(title: "envelopes", pattern: clip.continuousPattern), Part(title: "pulses", pattern: clip.transientPattern),
    ]
    let used = both.filter { !$0.pattern.entries.isEmpty }
    return used.count == 2 ? used : [Part(title: nil, pattern: (used.first ?? both[0]).pattern)]
  }

  /// What a file for Android says, in Android's terms; `nil` for other formats, and for a file that cannot be used.
  public var vibration: VibrationSequence? {
    if case .vibration(let document) = content { document.sequence } else { nil }
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
