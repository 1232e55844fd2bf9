/// Reading and writing Apple Haptic and Audio Pattern files. Files themselves are the caller's business.
public enum AHAP {
  /// How a file is laid out.
  public enum Style: Sendable {
    /// Indented by two spaces, short objects on one line.
    case pretty
    /// Without any white space.
    case compact
  }

  /// Reads the contents of a file. Never fails as a whole: what cannot be used is left out and reported.
  ///
  /// Errors are what Core Haptics would refuse, warnings are what only tolerant readers accept or what is
  /// hardly meant. Cost: linear; some 16 bytes of memory a JSON value besides the pattern.
  ///
  /// - Parameters:
  ///   - bytes: The text: UTF-8, or UTF-16 with a warning.
  ///   - name: The file's name for diagnostics.
  ///   - limits: What is too large to be read.
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
