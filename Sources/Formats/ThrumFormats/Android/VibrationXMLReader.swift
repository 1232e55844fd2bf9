import ThrumPattern

/// Reads vibration XML: a `vibration-effect`, or the first one in a `vibration-select`.
struct VibrationXMLReader {
  private let text: [UInt8]
  private var tags: XMLTagReader
  private var count = 0
  private let limit: Int
  private(set) var findings: Findings
  /// Offset of the first tag that causes each loss.
  private(set) var places: [VibrationClip.Loss: Int] = [:]
  /// Offset of the effect's last tag.
  private(set) var lastPlace = 0

  init(_ text: [UInt8], from start: Int, limits: ReadLimits) {
    self.text = text
    tags = XMLTagReader(text, from: start)
    limit = limits.entries
    findings = Findings(perCode: limits.findingsPerCode)
  }

  /// Returns `nil` after reporting an error.
  mutating func effect() -> VibrationEffect? {
    do throws(XMLError) {
      guard let root = try tags.next() else { throw XMLError(message: "there is no tag", offset: 0) }
      guard root.kind != .end else { throw unexpected(root, "vibration-effect") }
      let effect: VibrationEffect
      switch root.name {
      case "vibration-effect", "vibration":
        effect = try content(of: root)
      case "vibration-select":
        guard let first = try child(of: root) else { throw empty(root) }
        guard first.name == "vibration-effect" else { throw unexpected(first, "vibration-effect") }
        effect = try content(of: first)
        while let more = try child(of: root) {
          note(
            .lossyEffect, more.offset, "an alternative effect is left out", "To convert it, put it in a separate file."
          )
          _ = try content(of: more)
        }
      default: throw unexpected(root, "vibration-effect")
      }
      if let more = try tags.next() {
        throw XMLError(message: "unexpected content after the end: `\(quoted(more.name))`", offset: more.offset)
      }
      return effect
    } catch {
      findings.add(error.code, at: error.offset, path: "", message: error.message, remedy: error.remedy)
      return nil
    }
  }

  // MARK: Effects

  private mutating func content(of root: XMLTag) throws(XMLError) -> VibrationEffect {
    try allow(root, [])
    guard let first = try child(of: root) else { throw empty(root) }
    switch first.name {
    case "waveform-effect": return try finished(root, .waveform(try waveform(first)))
    case "waveform-envelope-effect": return try finished(root, .envelope(try envelope(first)))
    case "basic-envelope-effect": return try finished(root, .basicEnvelope(try basicEnvelope(first)))
    case "predefined-effect":
      try allow(first, ["name", "fallback"])
      let name: VibrationEffect.Predefined = try word(first, "name")
      try leave(first)
      found(.predefined, first)
      return try finished(root, .predefined(name))
    case "primitive-effect":
      found(.primitives, first)
      var primitives = [try primitive(first)]
      while let next = try child(of: root) {
        guard next.name == "primitive-effect" else { throw unexpected(next, "primitive-effect") }
        primitives.append(try primitive(next))
      }
      return .primitives(primitives)
    case "vendor-effect", "repeating-effect":
      throw XMLError(
        message: "`\(quoted(first.name))` cannot be read",
        remedy: first.name == "vendor-effect" ? "It only plays on its vendor’s devices." : "It never ends.",
        offset: first.offset)
    default:
      throw unexpected(
        first,
        "waveform-effect, waveform-envelope-effect, basic-envelope-effect, primitive-effect or predefined-effect")
    }
  }

  private mutating func finished(_ root: XMLTag, _ effect: VibrationEffect) throws(XMLError) -> VibrationEffect {
    if let more = try child(of: root) { throw unexpected(more, "/" + root.name) }
    return effect
  }

  private mutating func waveform(_ tag: XMLTag) throws(XMLError) -> VibrationEffect.Waveform {
    try allow(tag, [])
    var result = VibrationEffect.Waveform(steps: [])
    while let child = try child(of: tag) {
      switch child.name {
      case "waveform-entry" where result.repeats == nil: result.steps.append(try step(child))
      case "repeating" where result.repeats == nil:
        try allow(child, [])
        result.repeats = result.steps.count
        found(.repetition, child)
        while let entry = try self.child(of: child) {
          guard entry.name == "waveform-entry" else { throw unexpected(entry, "waveform-entry") }
          result.steps.append(try step(entry))
        }
        guard result.steps.count > result.repeats ?? 0 else { throw empty(child) }
      default: throw unexpected(child, result.repeats == nil ? "waveform-entry or repeating" : "/waveform-effect")
      }
    }
    guard !result.steps.isEmpty else { throw empty(tag) }
    return result
  }

  private mutating func step(_ tag: XMLTag) throws(XMLError) -> VibrationEffect.Waveform.Step {
    try allow(tag, ["durationMs", "amplitude"])
    let milliseconds = try milliseconds(tag, least: 0)
    let amplitude = try required(tag, "amplitude").value == "default" ? nil : try whole(tag, "amplitude", 0...255)
    if amplitude == nil { found(.defaultAmplitude, tag) }
    try leave(tag)
    return VibrationEffect.Waveform.Step(milliseconds: milliseconds, amplitude: amplitude)
  }

  private mutating func envelope(_ tag: XMLTag) throws(XMLError) -> VibrationEffect.Envelope {
    try allow(tag, ["initialFrequencyHz"])
    let hertz = try tag["initialFrequencyHz"] == nil ? nil : number(tag, "initialFrequencyHz", VibrationLimits.hertz)
    var result = VibrationEffect.Envelope(initialHertz: hertz, points: [])
    while let point = try controlPoint(of: tag, ["amplitude", "frequencyHz", "durationMs"]) {
      result.points.append(
        VibrationEffect.Envelope.Point(
          amplitude: try number(point, "amplitude", 0...1),
          hertz: try number(point, "frequencyHz", VibrationLimits.hertz),
          milliseconds: try milliseconds(point, least: 1)))
    }
    guard !result.points.isEmpty else { throw empty(tag) }
    return result
  }

  private mutating func basicEnvelope(_ tag: XMLTag) throws(XMLError) -> VibrationEffect.BasicEnvelope {
    try allow(tag, ["initialSharpness"])
    let sharpness = try tag["initialSharpness"] == nil ? nil : number(tag, "initialSharpness", 0...1)
    var result = VibrationEffect.BasicEnvelope(initialSharpness: sharpness, points: [])
    while let point = try controlPoint(of: tag, ["intensity", "sharpness", "durationMs"]) {
      result.points.append(
        VibrationEffect.BasicEnvelope.Point(
          intensity: try number(point, "intensity", 0...1), sharpness: try number(point, "sharpness", 0...1),
          milliseconds: try milliseconds(point, least: 1)))
    }
    guard !result.points.isEmpty else { throw empty(tag) }
    return result
  }

  private mutating func controlPoint(of tag: XMLTag, _ names: [String]) throws(XMLError) -> XMLTag? {
    guard let point = try child(of: tag) else { return nil }
    guard point.name == "control-point" else { throw unexpected(point, "control-point") }
    try allow(point, names)
    try leave(point)
    lastPlace = point.offset
    return point
  }

  private mutating func primitive(_ tag: XMLTag) throws(XMLError) -> VibrationEffect.Primitive {
    try allow(tag, ["name", "scale", "delayMs", "delayType"])
    let result = VibrationEffect.Primitive(
      try word(tag, "name"), scale: try tag["scale"] == nil ? 1 : number(tag, "scale", 0...1),
      delay: try tag["delayMs"] == nil ? 0 : milliseconds(tag, "delayMs", least: 0),
      try tag["delayType"] == nil ? .pause : word(tag, "delayType"))
    try leave(tag)
    return result
  }

  // MARK: Tags

  /// Returns `nil` at the parent's end.
  private mutating func child(of parent: XMLTag) throws(XMLError) -> XMLTag? {
    guard parent.kind != .start(isEmpty: true) else { return nil }
    guard let tag = try tags.next() else {
      throw XMLError(message: "`</\(quoted(parent.name))>` is missing", offset: text.count)
    }
    guard tag.kind != .end else {
      guard tag.name == parent.name else { throw unexpected(tag, "/" + parent.name) }
      return nil
    }
    count += 1
    guard count <= limit else {
      throw XMLError(
        code: .tooLarge, message: "there are more than \(limit) tags",
        remedy: "Split it into consecutive effects.", offset: tag.offset)
    }
    return tag
  }

  private mutating func leave(_ tag: XMLTag) throws(XMLError) {
    if let inside = try child(of: tag) { throw unexpected(inside, "/" + tag.name) }
  }

  private func allow(_ tag: XMLTag, _ names: [String]) throws(XMLError) {
    guard let other = tag.attributes.first(where: { !names.contains($0.name) }) else { return }
    throw XMLError(
      message: "`\(quoted(tag.name))` has no attribute `\(quoted(other.name))`",
      remedy: names.isEmpty ? "Remove it." : "Its attributes are \(names.joined(separator: ", ")).",
      offset: other.offset)
  }

  private func required(_ tag: XMLTag, _ name: String) throws(XMLError) -> XMLTag.Attribute {
    if let attribute = tag[name] { return attribute }
    throw XMLError(message: "`\(quoted(tag.name))` needs `\(name)`", remedy: "Add \(name)=\"…\".", offset: tag.offset)
  }

  private func number(_ tag: XMLTag, _ name: String, _ range: ClosedRange<Double>) throws(XMLError) -> Double {
    let attribute = try required(tag, name)
    let isPlain = attribute.value.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
    guard isPlain, let value = Double(attribute.value), range.contains(value) else {
      throw XMLError(
        message: "`\(name)` is “\(quoted(attribute.value))”",
        remedy: "Write a number \(range.words).",
        offset: attribute.offset)
    }
    return value
  }

  private func whole(_ tag: XMLTag, _ name: String, _ range: ClosedRange<Int>) throws(XMLError) -> Int {
    let value = try number(tag, name, Double(range.lowerBound)...Double(range.upperBound))
    if let whole = Int(exactly: value) { return whole }
    let attribute = try required(tag, name)
    throw XMLError(
      message: "`\(name)` is “\(quoted(attribute.value))”", remedy: "Write a whole number.", offset: attribute.offset)
  }

  private func milliseconds(_ tag: XMLTag, _ name: String = "durationMs", least: Int) throws(XMLError) -> Int {
    try whole(tag, name, least...VibrationLimits.longestEffect)
  }

  private func word<Word: RawRepresentable & CaseIterable>(_ tag: XMLTag, _ name: String) throws(XMLError) -> Word
  where Word.RawValue == String {
    let attribute = try required(tag, name)
    if let word = Word(rawValue: attribute.value) { return word }
    throw XMLError(
      message: "`\(name)` is “\(quoted(attribute.value))”",
      remedy: "Write one of \(Word.allCases.map { $0.rawValue }.joined(separator: ", ")).", offset: attribute.offset)
  }

  private func empty(_ tag: XMLTag) -> XMLError {
    XMLError(message: "`\(quoted(tag.name))` is empty", remedy: "Add the effect's content.", offset: tag.offset)
  }

  private func unexpected(_ tag: XMLTag, _ wanted: String) -> XMLError {
    XMLError(
      message: "`\(tag.kind == .end ? "/" : "")\(quoted(tag.name))` does not belong here",
      remedy: "Expected: \(wanted).",
      offset: tag.offset)
  }

  private mutating func found(_ loss: VibrationClip.Loss, _ tag: XMLTag) {
    if places[loss] == nil { places[loss] = tag.offset }
  }

  private mutating func note(_ code: DiagnosticCode, _ offset: Int, _ message: String, _ remedy: String) {
    findings.add(code, at: offset, path: "", message: message, remedy: remedy)
  }
}
