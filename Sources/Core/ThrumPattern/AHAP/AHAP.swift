/// Reads and writes Apple Haptic and Audio Pattern (AHAP) text.
public enum AHAP {
  /// Layout of the text.
  public enum Style: Sendable {
    /// Indented by two spaces, with short objects on one line.
    case pretty
    /// No white space.
    case compact
  }

  /// Reads the contents of a file. Leaves out and reports unusable parts.
  ///
  /// Errors mark content that Core Haptics refuses. Warnings mark probable mistakes and content that only tolerant
  /// readers accept. Takes linear time, and about 16 bytes of memory per JSON value in addition to the pattern.
  ///
  /// - Parameters:
  ///   - bytes: Text in UTF-8, or in UTF-16 with a warning.
  ///   - name: File name for diagnostics.
  ///   - limits: Limits on the size of the input.
  public static func read(_ bytes: [UInt8], name: String, limits: ReadLimits = ReadLimits()) -> AHAPDocument {
    do throws(SyntaxError) {
      return document(try JSONTape(reading: bytes, limits: limits), name, limits.sensible)
    } catch {
      let text = TextEncoding.readablePart(of: bytes)
      var findings = Findings(perCode: 1)
      findings.add(error.finding)
      return AHAPDocument(name: name, pattern: nil, diagnostics: findings.diagnostics(file: name, text: text))
    }
  }

  private static func document(_ tape: JSONTape, _ name: String, _ limits: ReadLimits) -> AHAPDocument {
    let decoded = tape.withReader { reader in
      var decoder = AHAPDecoder(reader, limits: limits)
      let pattern = decoder.pattern()
      return (pattern: pattern, sources: decoder.sources, findings: decoder.findings)
    }
    var findings = decoded?.findings ?? Findings(perCode: 1)
    tape.tolerances.report(to: &findings)
    let diagnostics = findings.diagnostics(file: name, text: tape.bytes)
    return AHAPDocument(
      name: name, pattern: decoded?.pattern ?? nil, diagnostics: diagnostics, tape: tape,
      sources: decoded?.sources ?? [])
  }
}
