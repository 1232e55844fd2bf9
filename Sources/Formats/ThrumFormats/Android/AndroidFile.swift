import ThrumPattern

/// Writes files for Android, and keeps what they cannot say.
package struct AndroidFile {
  /// How effects are written down.
  package enum Form: String, CaseIterable, Sendable {
    /// Vibration XML.
    case xml
    /// The arguments of Android's builders, and a snippet of Kotlin.
    case json
    /// Kotlin to paste into an app.
    case kotlin = "kt"

    /// The form that a file's name ends in, in capitals or not.
    package init?(fileName: String) {
      let name = fileName.lowercased()
      guard let form = Form.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
      self = form
    }

    /// All endings as a person reads them.
    package static var endings: String { ".xml, .json or .kt" }
  }

  /// The kinds of effects that a pattern can become; the first when none is given.
  package static let kinds: [VibrationEffect.Kind] = [.waveform, .envelope, .basicEnvelope, .primitives]

  /// What is not in the file, a sentence each.
  package private(set) var losses: [String] = []
  private let kind: VibrationEffect.Kind
  private let points: Int?

  /// Prepares files.
  ///
  /// - Parameters:
  ///   - kind: one of ``kinds``.
  ///   - points: how many points an envelope may have; as many as every device takes when `nil`.
  package init(kind: VibrationEffect.Kind? = nil, points: Int? = nil) {
    self.kind = kind ?? AndroidFile.kinds[0]
    self.points = points
  }

  /// The file's text for a clip, in a form. What Kotlin calls the effect is made of `name`.
  ///
  /// - Throws: for a clip that cannot become such an effect.
  package mutating func text(_ clip: HapticClip, _ form: Form, name: String) throws(PatternWriter.WriteError) -> [UInt8]
  {
    var maker = VibrationMaker(clip)
    if let points { maker.points = points }
    let sequence = try maker.sequence(kind)
    losses = maker.losses
    return try text(sequence, form, name: name)
  }

  /// The file's text for effects.
  package func text(
    _ sequence: VibrationSequence, _ form: Form, name: String
  ) throws(PatternWriter.WriteError) -> [UInt8] {
    switch form {
    case .json: return sequence.json(name: name)
    case .kotlin: return Array(sequence.kotlin(name: name).utf8)
    case .xml:
      if let xml = sequence.xml { return Array(xml.utf8) }
      let count = sequence.parts.count
      let cause =
        count > 1
        ? "this needs \(count) effects, but vibration XML holds only one"
        : "the effect begins after \(fixed(Double(sequence.parts[0].start) / 1000, 2)) s, and vibration XML cannot wait for so long"
      throw PatternWriter.WriteError(
        description: "\(cause): use a waveform, JSON or Kotlin, or raise --points")
    }
  }
}
