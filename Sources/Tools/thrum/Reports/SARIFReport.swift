import FoundationEssentials
import ThrumPattern

/// Findings as SARIF 2.1.0 (OASIS), for code hosts and editors.
struct SARIFReport: Encodable {
  private struct Text: Encodable {
    let text: String
  }

  private struct Rule: Encodable {
    struct Configuration: Encodable { let level: String }

    let id: String
    let name: String
    let shortDescription: Text
    let defaultConfiguration: Configuration
  }

  private struct Driver: Encodable {
    let name = "thrum"
    let version = ThrumVersion.current
    let rules: [Rule]
  }

  private struct Tool: Encodable { let driver: Driver }

  private struct Location: Encodable {
    struct Artifact: Encodable { let uri: String }

    struct Region: Encodable {
      let startLine: Int
      let startColumn: Int
    }

    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region?
    }

    struct Logical: Encodable {
      let fullyQualifiedName: String
      let kind = "member"
    }

    let physicalLocation: Physical
    let logicalLocations: [Logical]?
  }

  private struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
  }

  private struct Invocation: Encodable {
    struct Notification: Encodable {
      let level = "error"
      let message: Text
    }

    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  private struct Run: Encodable {
    let tool: Tool
    let columnKind = "unicodeCodePoints"
    let invocations: [Invocation]
    let results: [Result]
  }

  private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private let version = "2.1.0"
  private let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  static func write(_ results: [LintResult], to path: String) throws {
    try AtomicFile.write(Array((JSONText.encode(SARIFReport(results)) + "\n").utf8), to: path)
  }

  init(_ results: [LintResult]) {
    let findings = results.flatMap(\.findings)
    let codes = Set(findings.map(\.code)).sorted { $0.rawValue < $1.rawValue }
    let rules = codes.map { code in
      Rule(
        id: code.rawValue, name: SARIFReport.name(code), shortDescription: Text(text: code.title),
        defaultConfiguration: Rule.Configuration(level: code.severity.rawValue))
    }
    let places = Dictionary(uniqueKeysWithValues: zip(codes, 0...))
    let failures = results.compactMap(\.failure)
    runs = [
      Run(
        tool: Tool(driver: Driver(rules: rules)),
        invocations: [
          Invocation(
            executionSuccessful: failures.isEmpty,
            toolExecutionNotifications: failures.map { .init(message: Text(text: $0.description)) })
        ],
        results: findings.map { SARIFReport.result($0, places[$0.code] ?? 0) })
    ]
  }

  /// Returns a code's name in Pascal case, as SARIF recommends.
  private static func name(_ code: DiagnosticCode) -> String {
    let name = "\(code)"
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func result(_ finding: Diagnostic, _ index: Int) -> Result {
    let region = finding.place.map { Location.Region(startLine: $0.line, startColumn: $0.column) }
    return Result(
      ruleId: finding.code.rawValue, ruleIndex: index, level: finding.severity.rawValue,
      message: Text(text: finding.remedy.isEmpty ? finding.message : "\(finding.message). \(finding.remedy)"),
      locations: [
        Location(
          physicalLocation: .init(artifactLocation: .init(uri: SARIFReport.uri(finding.file)), region: region),
          logicalLocations: finding.path.isEmpty ? nil : [.init(fullyQualifiedName: finding.path)])
      ])
  }

  /// Returns a URI reference (RFC 3986).
  private static func uri(_ path: String) -> String {
    let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    return (path.hasPrefix("/") ? "file://" : "")
      + path.utf8.map { byte in
        kept.contains(byte)
          ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
  }
}
