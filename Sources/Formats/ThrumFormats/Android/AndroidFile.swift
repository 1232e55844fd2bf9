import ThrumPattern

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
