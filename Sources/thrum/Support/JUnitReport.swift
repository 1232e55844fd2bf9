import FoundationEssentials
import Glibc
import ThrumPattern

/// Lint findings as JUnit XML: a test case a file, a failure for what does not pass.
enum JUnitReport {
  /// Writes the report.
  static func write(_ results: [LintResult], strict: Bool, to path: String) throws {
    let failures = results.count { $0.fails(strict: strict) }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites><testsuite name="thrum lint" tests="\#(results.count)" failures="\#(failures)" errors="0">"#,
    ]
    for result in results {
      lines.append(#"  <testcase classname="thrum.lint" name="\#(escape(result.file))">"#)
      let text = escape(result.findings.map(\.description).joined(separator: "\n"))
      if result.fails(strict: strict) {
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

  /// Escapes markup, and drops control characters that XML cannot hold.
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
