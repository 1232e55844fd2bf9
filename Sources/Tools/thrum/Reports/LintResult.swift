import ThrumFormats
import ThrumPattern

/// What `lint` found in one file.
struct LintResult: Sendable {
  enum Outcome: Sendable {
    case findings([Diagnostic])
    case unreadable(Failure)
  }

  static func findings(in document: PatternDocument, sound: @escaping (String) -> SoundState) -> [Diagnostic] {
    document.lint(.whole, sound: sound)
  }

  let file: String
  let outcome: Outcome

  var findings: [Diagnostic] { if case .findings(let findings) = outcome { findings } else { [] } }
  var failure: Failure? { if case .unreadable(let failure) = outcome { failure } else { nil } }

  func fails(strict: Bool) -> Bool {
    findings.contains { $0.severity == .error || strict && $0.severity == .warning }
  }
}

struct LintDocument: Encodable {
  struct Unreadable: Encodable {
    var file: String
    var message: String
  }

  var schema = "thrum.lint/1"
  var files: Int
  var errors: Int
  var warnings: Int
  var notes: Int
  var findings: [Diagnostic]
  var unreadable: [Unreadable]

  init(_ results: [LintResult]) {
    files = results.count { $0.failure == nil }
    findings = results.flatMap(\.findings)
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
    notes = findings.count { $0.severity == .note }
    unreadable = results.compactMap { result in
      result.failure.map { Unreadable(file: result.file, message: $0.description) }
    }
  }
}
