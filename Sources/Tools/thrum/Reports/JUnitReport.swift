import FoundationEssentials
import Glibc
import ThrumPattern

/// One test case per file, with a failure or, if the file is unreadable, an error.
enum JUnitReport {
  static func write(_ results: [LintResult], of command: String, strict: Bool, to path: String) throws {
    let failures = results.count { $0.fails(strict: strict) }
    let errors = results.count { $0.failure != nil }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites><testsuite name="thrum \#(command)" tests="\#(results.count)" failures="\#(failures)" errors="\#(errors)">"#,
    ]
    for result in results {
      lines.append(#"  <testcase classname="thrum.\#(command)" name="\#(escape(result.file))">"#)
      let text = escape(result.findings.map(\.description).joined(separator: "\n"))
      if let failure = result.failure {
        let causes = escape(failure.causes.joined(separator: "\n"))
        let rest = causes.isEmpty ? "/>" : ">\(causes)</error>"
        lines.append(#"    <error message="\#(escape(failure.description))"\#(rest)"#)
      } else if result.fails(strict: strict) {
        let first = result.findings.first { $0.severity == .error } ?? result.findings.first
        lines.append(#"    <failure message="\#(escape(first?.message ?? ""))">\#(text)</failure>"#)
      } else if !text.isEmpty {
        lines.append("    <system-out>\(text)</system-out>")
      }
      lines.append("  </testcase>")
    }
    lines.append("</testsuite></testsuites>")
    try AtomicFile.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path)
  }

  /// Drops control characters, which XML forbids.
  private static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default: if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
