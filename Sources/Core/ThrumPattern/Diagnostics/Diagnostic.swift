/// A finding about a file: cause, position and remedy.
public struct Diagnostic: Equatable, Sendable {
  /// Kind of finding.
  public var code: DiagnosticCode
  /// Severity.
  public var severity: Severity
  /// File name, as given by the caller.
  public var file: String
  /// Line and column, if the finding has a position.
  public var place: Place?
  /// JSON path, such as `Pattern[3].Event.Time`, or empty for the whole document.
  public var path: String
  /// Human-readable cause.
  public var message: String
  /// Human-readable remedy.
  public var remedy: String

  /// Creates a diagnostic with the severity of its code.
  public init(
    code: DiagnosticCode, file: String, place: Place?, path: String, message: String, remedy: String
  ) {
    self.code = code
    self.severity = code.severity
    self.file = file
    self.place = place
    self.path = path
    self.message = message
    self.remedy = remedy
  }

  /// Core Haptics error code that a device would report, such as −4821, if known.
  public var coreHapticsCode: Int? { code.coreHapticsCode }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: cause [code] (path)`, with the remedy on a second line.
  public var description: String {
    let position = place.map { "\(file):\($0.line):\($0.column)" } ?? file
    let document = path.isEmpty ? "" : " (\(path))"
    let advice = remedy.isEmpty ? "" : "\n  \(remedy)"
    return "\(position): \(severity.rawValue): \(message) [\(code.rawValue)]\(document)\(advice)"
  }
}

extension Diagnostic: Comparable {
  /// Orders by file, position and code. Findings without a position come first.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    let (first, second) = (left.place?.offset ?? -1, right.place?.offset ?? -1)
    return first != second ? first < second : left.code.rawValue < right.code.rawValue
  }
}

#if !hasFeature(Embedded)
  extension Diagnostic: JSONEncodable {
    private enum Key: String, CodingKey {
      case code, title, severity, file, line, column, offset, path, message, remedy, coreHapticsCode
    }

    /// Encodes a flat object, which lacks the position and the Core Haptics code if these are unknown.
    public func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(code.rawValue, forKey: .code)
      try members.encode(code.title, forKey: .title)
      try members.encode(severity, forKey: .severity)
      try members.encode(file, forKey: .file)
      try members.encodeIfPresent(place?.line, forKey: .line)
      try members.encodeIfPresent(place?.column, forKey: .column)
      try members.encodeIfPresent(place?.offset, forKey: .offset)
      try members.encode(path, forKey: .path)
      try members.encode(message, forKey: .message)
      try members.encode(remedy, forKey: .remedy)
      try members.encodeIfPresent(coreHapticsCode, forKey: .coreHapticsCode)
    }
  }
#endif
