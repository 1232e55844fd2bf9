/// A file with an effect for Android that was read: vibration XML, or JSON.
public struct VibrationDocument: Sendable {
  /// The file's name as given by the caller.
  public let name: String
  /// What it says; `nil` when it cannot be used.
  public let sequence: VibrationSequence?
  /// The same as a clip.
  public let clip: HapticClip?
  /// What was found while reading, in the order of the text, and what AHAP cannot say.
  public let diagnostics: [Diagnostic]

  /// Reads vibration XML, or JSON of Android's vibrations; `nil` for a text that is neither.
  static func read(_ bytes: [UInt8], name: String, limits: ReadLimits) -> VibrationDocument? {
    guard bytes.count <= limits.bytes, let text = try? TextEncoding.utf8(of: bytes) else { return nil }
    let first = text.bytes[text.begin...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "<") {
      var reader = VibrationXMLReader(text.bytes, from: text.begin, limits: limits.sensible)
      let effect = reader.effect()
      return VibrationDocument(
        name, effect.map { VibrationSequence([.init(start: 0, effect: $0)]) }, reader.findings, text.bytes)
    }
    guard let tape = try? JSONTape(reading: bytes, limits: limits) else { return nil }
    let object = tape.withReader { reader -> JSONObject? in
      guard reader[0].kind == .object else { return nil }
      var decoder = AHAPDecoder(reader, limits: limits.sensible)
      return decoder.object(0, path: "")
    }
    guard let object = object ?? nil, VibrationJSONReader.knows(object) else { return nil }
    var findings = Findings(perCode: limits.sensible.findingsPerCode)
    tape.tolerances.report(to: &findings)
    do throws(VibrationJSONReader.Failure) {
      return VibrationDocument(name, try VibrationJSONReader.sequence(object), findings, tape.bytes)
    } catch {
      findings.add(
        .badEffect, at: 0, path: error.path, message: "`\(error.path)` \(error.message)", remedy: error.remedy)
      return VibrationDocument(name, nil, findings, tape.bytes)
    }
  }

  private init(_ name: String, _ sequence: VibrationSequence?, _ found: Findings, _ text: [UInt8]) {
    self.name = name
    self.sequence = sequence
    var findings = found
    let made = sequence.map(VibrationClip.init)
    for loss in made?.losses ?? [] {
      findings.add(.lossyEffect, at: 0, path: "", message: loss.message, remedy: loss.remedy)
    }
    clip = made?.clip
    diagnostics = findings.diagnostics(file: name, text: text)
  }
}

extension VibrationSequence {
  /// Vibration XML, which has a single effect; `nil` for several.
  public var xml: String? { parts.count == 1 && parts[0].start == 0 ? VibrationXMLWriter.text(parts[0].effect) : nil }

  /// JSON with a snippet of Kotlin.
  ///
  /// - Parameter name: what the snippet calls it.
  public func json(name: String) -> [UInt8] { VibrationJSON.text(self, kotlin: kotlin(name: name)) }

  /// Kotlin to paste into an app.
  public func kotlin(name: String) -> String { VibrationKotlin.text(self, name: name) }
}
