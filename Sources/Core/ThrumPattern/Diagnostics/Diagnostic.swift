/// A finding about a file: what is wrong, where, and what to do.
public struct Diagnostic: Equatable, Sendable {
  /// Kind of finding.
  public var code: DiagnosticCode
  /// How serious it is.
  public var severity: Severity
  /// The file's name, as given by the caller.
  public var file: String
  /// Line and column; `nil` if the finding concerns no particular position.
  public var place: Place?
  /// JSON path, such as `Pattern[3].Event.Time`; empty for the whole document. Indices start at 0.
  public var path: String
  /// The human-readable cause.
  public var message: String
  /// The suggested remedy, human-readable.
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

  /// The Core Haptics error code that a device would report, such as -4821 for an unknown event type; `nil` if there is
  /// none or it is unknown.
  public var coreHapticsCode: Int? { code.coreHapticsCode }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: cause [code] (path)`, with the remedy indented on a second line.
  public var description: String {
    let position = place.map { "\(file):\($0.line):\($0.column)" } ?? file
    let document = path.isEmpty ? "" : " (\(path))"
    let advice = remedy.isEmpty ? "" : "\n  \(remedy)"
    return "\(position): \(severity.rawValue): \(message) [\(code.rawValue)]\(document)\(advice)"
  }
}

extension Diagnostic: Comparable {
  /// Orders by file, position and code; a finding without a position comes first.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    let (first, second) = (left.place?.offset ?? -1, right.place?.offset ?? -1)
    return first != second ? first < second : left.code.rawValue < right.code.rawValue
  }
}

extension Diagnostic: Encodable {
  private enum Key: String, CodingKey {
    case code, title, severity, file, line, column, offset, path, message, remedy, coreHapticsCode
  }

  /// Encodes one flat object; `line`, `column`, `offset` and `coreHapticsCode` are left out when unknown.
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
