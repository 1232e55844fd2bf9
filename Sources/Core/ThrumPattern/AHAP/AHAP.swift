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
      findings.add(error.finding(in: bytes))
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

extension AHAP {
  /// Decodes bytes as text, dropping any byte order mark. Returns `nil` if they are not text.
  package static func text(_ bytes: [UInt8]) -> String? {
    do throws(SyntaxError) {
      let text = try TextEncoding.utf8(of: bytes)
      return String(validating: text.bytes[text.begin...], as: UTF8.self)
    } catch { return nil }
  }
}

extension AHAP {
  /// Writes a pattern so that reading it back returns an equal one, with three exceptions.
  ///
  /// Infinities, NaN and invalid number literals become `null`. Unknown members that were given a known name are read
  /// back as known ones. A continuous event without a duration gets a duration of 0, since AHAP requires one (both mean
  /// no fixed end). Known members come first, in a fixed order.
  public static func write(_ pattern: Pattern, style: Style = .pretty) -> [UInt8] {
    var writer = JSONWriter(pretty: style == .pretty)
    writer.open(Byte.openBrace)
    if let version = pattern.version {
      writer.name(.version)
      writer.number(version)
    }
    if let metadata = pattern.metadata {
      writer.name(.metadata)
      writer.open(Byte.openBrace)
      writer.members(metadata)
      writer.close(Byte.closeBrace)
    }
    writer.name(.pattern)
    writer.open(Byte.openBracket)
    for entry in pattern.entries { writer.entry(entry) }
    writer.close(Byte.closeBracket)
    writer.members(pattern.unknown)
    writer.close(Byte.closeBrace)
    writer.finish()
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func name(_ key: AHAPKey) { name(plain: key.name) }

  fileprivate mutating func entry(_ entry: PatternEntry) {
    if case .unknown(let object) = entry { return self.object(object) }
    let isParameter = if case .parameter = entry { true } else { false }
    open(Byte.openBrace, inline: isParameter)
    switch entry {
    case .event(let event): self.event(event)
    case .parameter(let parameter): self.parameter(parameter)
    case .curve(let curve): self.curve(curve)
    case .unknown: break
    }
    close(Byte.closeBrace)
  }

  private mutating func event(_ event: Event) {
    name(.event)
    open(Byte.openBrace)
    number(event.time, .time)
    name(.eventType)
    string(event.type.rawValue)
    if let duration = event.duration ?? (event.type.requiresDuration ? 0 : nil) { number(duration, .eventDuration) }
    if let path = event.waveformPath {
      name(.eventWaveformPath)
      string(path)
    }
    boolean(event.waveformLoopEnabled, .eventWaveformLoopEnabled)
    boolean(event.waveformUseVolumeEnvelope, .eventWaveformUseVolumeEnvelope)
    if !event.parameters.isEmpty { parameters(event.parameters) }
    members(event.unknown)
    close(Byte.closeBrace)
  }

  private mutating func parameters(_ parameters: [EventParameter]) {
    name(.eventParameters)
    open(Byte.openBracket)
    for parameter in parameters {
      open(Byte.openBrace, inline: true)
      name(.parameterID)
      string(parameter.id.rawValue)
      number(parameter.value, .parameterValue)
      members(parameter.unknown)
      close(Byte.closeBrace)
    }
    close(Byte.closeBracket)
  }

  private mutating func parameter(_ parameter: DynamicParameter) {
    name(.parameter)
    open(Byte.openBrace, inline: true)
    name(.parameterID)
    string(parameter.id.rawValue)
    number(parameter.value, .parameterValue)
    number(parameter.time, .time)
    members(parameter.unknown)
    close(Byte.closeBrace)
  }

  private mutating func curve(_ curve: ParameterCurve) {
    name(.parameterCurve)
    open(Byte.openBrace)
    name(.parameterID)
    string(curve.id.rawValue)
    number(curve.time, .time)
    name(.parameterCurveControlPoints)
    open(Byte.openBracket)
    for point in curve.points {
      open(Byte.openBrace, inline: true)
      number(point.time, .time)
      number(point.value, .parameterValue)
      members(point.unknown)
      close(Byte.closeBrace)
    }
    close(Byte.closeBracket)
    members(curve.unknown)
    close(Byte.closeBrace)
  }

  private mutating func number(_ value: Double, _ key: AHAPKey) {
    name(key)
    number(value)
  }

  private mutating func boolean(_ value: Bool?, _ key: AHAPKey) {
    guard let value else { return }
    name(key)
    boolean(value)
  }
}
