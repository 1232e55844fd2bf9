import ThrumFeel
import ThrumPattern

extension PatternFormat {
  /// Android vibration effects, detected by their text because `.xml` and `.json` are ambiguous.
  public static let android = PatternFormat(
    id: "android", title: "effect for Android", endings: [], refusal: "Thrum cannot read this Android effect",
    writers: AndroidFile.kinds.flatMap { kind in
      AndroidFile.Form.allCases.filter { kind != .timeline || $0 != .xml }.map { PatternWriter(kind, $0) }
    },
    examples: [
      "thrum convert rumble.ahap rumble.xml  (writes a waveform as vibration XML)",
      "thrum convert rumble.ahap Rumble.kt --to basic-envelope", "thrum convert effect.xml effect.ahap",
    ]
  ) { bytes, name, limits in
    VibrationDocument.read(bytes, name: name, limits: limits).map {
      PatternContent(clip: $0.clip, diagnostics: $0.diagnostics, native: .vibration($0))
    }
  }
}

extension PatternWriter {
  fileprivate init(_ kind: VibrationEffect.Kind, _ form: AndroidFile.Form) {
    self.init(
      id: "\(kind.rawValue).\(form.rawValue)", title: "\(kind.title), \(form.title) (.\(form.rawValue))",
      group: "Android", ending: ".\(form.rawValue)", kind: kind.rawValue,
      points: [.envelope, .basicEnvelope].contains(kind) ? 4...10_000 : nil, motor: AndroidFile.motor.name,
      offeredFrom: kind.offeredFrom
    ) { request throws(PatternWriter.WriteError) in
      var file = AndroidFile(kind: kind, points: request.points)
      let identifier = form == .kotlin ? VibrationKotlin.identifier(request.name) : nil
      if let effects = request.source?.vibration, !effects.parts.isEmpty, request.points == nil,
        request.keepsKind || effects.parts.first?.effect.kind == kind
      {
        return File(bytes: try file.text(effects, form, name: request.name), losses: [], identifier: identifier)
      }
      let (clip, losses) = try HapticClip.made(of: request, for: .effect)
      let bytes = try file.text(clip, form, name: request.name, request.work)
      return File(bytes: bytes, losses: losses + file.losses, identifier: identifier)
    }
  }
}

extension PatternDocument {
  /// The file's effects, or `nil` for other formats and unusable files.
  package var vibration: VibrationSequence? {
    if case .vibration(let document) = native { document.sequence } else { nil }
  }
}

extension VibrationEffect.Kind {
  fileprivate var title: String {
    switch self {
    case .waveform: "Waveform"
    case .envelope: "Envelope"
    case .basicEnvelope: "Basic envelope"
    case .primitives: "Primitives"
    case .predefined: "Predefined effect"
    case .timeline: "Timeline"
    }
  }

  /// API level from which this kind is a choice for every pattern.
  fileprivate var offeredFrom: Double? {
    switch self {
    case .waveform: 26
    case .basicEnvelope: 36
    case .timeline: 37.2
    case .envelope, .primitives, .predefined: nil
    }
  }
}

extension AndroidFile.Form {
  fileprivate var title: String {
    switch self {
    case .xml: "vibration XML"
    case .json: "JSON"
    case .kotlin: "Kotlin"
    }
  }
}

extension PatternWriter.Request {
  /// Returns the patterns as one or more effects of one kind, with sentences about losses.
  ///
  /// - Throws: `WriteError` for patterns that cannot be felt, or that the kind cannot express.
  package func effects(
    _ kind: VibrationEffect.Kind
  ) throws(PatternWriter.WriteError) -> (effects: VibrationSequence, losses: [String]) {
    guard let writer = PatternWriter.all.first(where: { $0.id == "\(kind.rawValue).json" }) else {
      preconditionFailure("there is no writer for \(kind.rawValue)")
    }
    let file = try writer.write(self)
    guard let sequence = PatternDocument.read(file.bytes, name: "effect.json").vibration, !sequence.parts.isEmpty else {
      throw PatternWriter.WriteError(description: "nothing in the pattern can be felt")
    }
    return (sequence, file.losses)
  }

  package func waveform() throws(PatternWriter.WriteError) -> (
    waveform: VibrationEffect.Waveform, losses: [String]
  ) {
    let (sequence, losses) = try effects(.waveform)
    guard case .waveform(let waveform) = sequence.parts[0].effect else {
      throw PatternWriter.WriteError(description: "the pattern has no waveform")
    }
    return (waveform, losses)
  }
}

package struct AndroidFile {
  package enum Form: String, CaseIterable, Sendable {
    case xml
    /// Builder arguments, with a Kotlin snippet.
    case json
    case kotlin = "kt"

    package init?(fileName: String) {
      let name = fileName.lowercased()
      guard let form = Form.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
      self = form
    }

    package static var endings: String { ".xml, .json or .kt" }
  }

  /// Most phones have a coin motor like this one.
  static let motor = FeelMotor(.coin175)
  /// Kinds of effects, the default first.
  package static let kinds: [VibrationEffect.Kind] = [
    .waveform, .envelope, .basicEnvelope, .primitives, .timeline,
  ]

  package private(set) var losses: [String] = []
  private let kind: VibrationEffect.Kind
  private let points: Int?

  /// - Parameter points: Maximum number of points in an envelope, by default the number that every device supports.
  package init(kind: VibrationEffect.Kind? = nil, points: Int? = nil) {
    self.kind = kind ?? AndroidFile.kinds[0]
    self.points = points
  }

  /// Kotlin functions are named after `name`.
  ///
  /// - Throws: `WriteError` if this form cannot express the clip.
  package mutating func text(
    _ clip: HapticClip, _ form: Form, name: String, _ work: Work<PatternWriter.WriteError>
  ) throws(PatternWriter.WriteError) -> [UInt8] {
    var maker = VibrationMaker(clip, work)
    if let points { maker.points = points }
    let sequence = try maker.sequence(kind)
    losses = maker.losses
    return try text(sequence, form, name: name)
  }

  package func text(
    _ sequence: VibrationSequence, _ form: Form, name: String
  ) throws(PatternWriter.WriteError) -> [UInt8] {
    switch form {
    case .json: return sequence.json(name: name)
    case .kotlin: return Array(sequence.kotlin(name: name).utf8)
    case .xml:
      if let xml = sequence.xml { return Array(xml.utf8) }
      if sequence.parts.first?.effect.kind == .timeline {
        throw PatternWriter.WriteError(description: "vibration XML cannot hold a timeline: use JSON or Kotlin")
      }
      let count = sequence.parts.count
      let cause =
        count > 1
        ? "this needs \(count) effects, but vibration XML allows only one"
        : "the effect starts after \(fixed(Double(sequence.parts[0].start) / 1000, 2)) s, but vibration XML cannot wait that long"
      throw PatternWriter.WriteError(
        description: "\(cause): use a waveform, or an envelope as JSON or Kotlin", option: "raise --points")
    }
  }
}
