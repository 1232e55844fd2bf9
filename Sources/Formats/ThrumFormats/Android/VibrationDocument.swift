import ThrumPattern

package struct VibrationDocument: Sendable {
  package let name: String
  /// `nil` if the file cannot be used.
  package let sequence: VibrationSequence?
  package let clip: HapticClip?
  /// Problems found while reading, and data that AHAP cannot represent.
  package let diagnostics: [Diagnostic]

  /// Returns `nil` for text that is not an Android effect.
  static func read(_ bytes: [UInt8], name: String, limits: ReadLimits) -> VibrationDocument? {
    guard bytes.count <= limits.bytes, let text = try? TextEncoding.utf8(of: bytes) else { return nil }
    let first = text.bytes[text.begin...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "<") {
      var reader = VibrationXMLReader(text.bytes, from: text.begin, limits: limits.sensible)
      let effect = reader.effect()
      return VibrationDocument(
        name, effect.map { VibrationSequence([.init(start: 0, effect: $0)]) }, reader.findings, text.bytes,
        places: reader.places, end: reader.lastPlace)
    }
    guard let tape = try? JSONTape(reading: bytes, limits: limits) else { return nil }
    let read = tape.withReader { tape in
      VibrationJSONReader.object(tape, limits: limits.sensible) ?? OnOffArray.object(tape, limits: limits.sensible)
    }
    guard let object = read ?? nil else { return nil }
    var findings = Findings(perCode: limits.sensible.findingsPerCode)
    tape.tolerances.report(to: &findings)
    do throws(VibrationJSONReader.ReadError) {
      let given = try object.get()
      var sequence = try OnOffArray.sequence(given, &findings)
      if sequence == nil { sequence = try VibrationJSONReader.sequence(given) }
      for name in given.unknownEffectMembers {
        findings.add(
          .lossyEffect, at: 0, path: name, message: "`\(quoted(name))` is unknown and ignored",
          remedy: Suggestion.nearest(to: name, in: JSONObject.effectMembers).map { "Is it meant to be `\($0)`?" }
            ?? "Remove it, or check its spelling.")
      }
      return VibrationDocument(name, sequence, findings, tape.bytes)
    } catch {
      findings.add(
        error.code, at: 0, path: error.path, message: error.sentence, remedy: error.remedy)
      return VibrationDocument(name, nil, findings, tape.bytes)
    }
  }

  /// - Parameters:
  ///   - places: offsets of what causes a loss.
  ///   - end: offset of the effect's end.
  private init(
    _ name: String, _ sequence: VibrationSequence?, _ found: Findings, _ text: [UInt8],
    places: [VibrationClip.Loss: Int] = [:], end: Int = 0
  ) {
    self.name = name
    var findings = found
    var sequence = sequence
    if let problem = sequence?.problem {
      findings.add(.badEffect, at: 0, path: "", message: problem.message, remedy: problem.remedy)
      sequence = nil
    }
    if sequence?.parts.contains(where: { $0.effect.endsLoud }) == true {
      findings.add(
        .lossyEffect, at: end, path: "", message: "the last intensity is not 0, so Android rejects the effect",
        remedy: "End it at intensity 0.")
    }
    self.sequence = sequence
    let made = sequence.map(VibrationClip.init)
    for loss in made?.losses ?? [] {
      findings.add(.lossyEffect, at: places[loss.kind] ?? 0, path: "", message: loss.message, remedy: loss.remedy)
    }
    clip = made?.clip
    diagnostics = findings.diagnostics(file: name, text: text)
  }
}

extension VibrationSequence {
  /// XML text, or `nil` for several effects or a delayed effect.
  package var xml: String? { parts.count == 1 && parts[0].start == 0 ? VibrationXMLWriter.text(parts[0].effect) : nil }

  package func json(name: String) -> [UInt8] { VibrationJSON.text(self, kotlin: kotlin(name: name)) }

  package func kotlin(name: String) -> String { VibrationKotlin.text(self, name: name) }
}

extension VibrationSequence {
  fileprivate var problem: (message: String, remedy: String)? {
    let end = parts.map { $0.start + $0.effect.milliseconds }.max() ?? 0
    guard end <= VibrationLimits.longestEffect else {
      return ("the effect lasts \(end / 1000) s", "Effects of up to an hour can be read.")
    }
    let isSilent = parts.allSatisfy { $0.effect.kind == .waveform && $0.effect.milliseconds == 0 }
    return isSilent ? ("the waveform has no length, so Android rejects it", "Give at least one step a length.") : nil
  }
}

extension VibrationEffect {
  /// Length in ms, without primitives, whose length depends on the device.
  fileprivate var milliseconds: Int {
    switch self {
    case .waveform(let waveform): waveform.steps.reduce(0) { $0 + $1.milliseconds }
    case .envelope(let envelope): envelope.points.reduce(0) { $0 + $1.milliseconds }
    case .basicEnvelope(let envelope): envelope.points.reduce(0) { $0 + $1.milliseconds }
    case .primitives(let primitives): primitives.reduce(0) { $0 + $1.delay }
    case .predefined: 0
    case .timeline(let elements):
      elements.map { element in
        guard case .envelope(let envelope) = element.content else { return element.start }
        return element.start + envelope.points.reduce(0) { $0 + $1.milliseconds }
      }.max() ?? 0
    }
  }

  fileprivate var endsLoud: Bool {
    switch self {
    case .basicEnvelope(let envelope): envelope.points.last?.intensity != 0
    case .timeline(let elements):
      elements.contains {
        if case .envelope(let envelope) = $0.content { envelope.points.last?.intensity != 0 } else { false }
      }
    default: false
    }
  }
}
