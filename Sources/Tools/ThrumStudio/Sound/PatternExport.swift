import ThrumAnalysis
import ThrumPattern

/// Makes other formats of a text that the page shows.
struct PatternExport {
  /// What a text can become.
  struct Format: Encodable {
    fileprivate enum Target {
      case clip
      case android(VibrationEffect.Kind, AndroidFile.Form)
    }

    /// How the page names it in a request.
    let id: String
    /// For people.
    let title: String
    /// What the file's name ends in.
    let ending: String
    /// What it is listed under.
    let group: String
    fileprivate let target: Target

    private enum CodingKeys: CodingKey { case id, title, ending, group }
  }

  /// A file, as text, and what it does not say.
  struct Exported: Encodable {
    let text: String
    let notes: [String]

    fileprivate init(_ bytes: [UInt8], _ notes: [String]) {
      text = String(decoding: bytes, as: UTF8.self)
      self.notes = notes
    }
  }

  /// All formats but AHAP, which is the text itself, and sound.
  static let formats: [Format] =
    [Format(id: "haptic", title: "Haptic clip (.haptic)", ending: ".haptic", group: "Pattern", target: .clip)]
    + AndroidFile.kinds.flatMap { kind in
      AndroidFile.Form.allCases.map { form in
        Format(
          id: "\(kind.rawValue).\(form.rawValue)", title: "\(kind.title), \(form.title) (.\(form.rawValue))",
          ending: ".\(form.rawValue)", group: "Android", target: .android(kind, form))
      }
    }

  /// The file for a format.
  static func exported(_ pattern: Pattern, as id: String, name: String) throws(StudioError) -> Exported {
    guard let format = formats.first(where: { $0.id == id }) else {
      throw StudioError("there is no format “\(id)”")
    }
    do {
      var timeline = PatternTimeline()
      timeline.add(pattern)
      switch format.target {
      case .clip:
        var maker = ClipMaker(timeline, [pattern])
        return Exported(try maker.clip().write(), maker.losses)
      case .android(let kind, let form):
        var maker = ClipMaker(timeline, [pattern], for: .effect)
        var file = AndroidFile(kind: kind)
        let bytes = try file.text(try maker.clip(), form, name: name)
        return Exported(bytes, maker.losses + file.losses)
      }
    } catch { throw StudioError("\(error)") }
  }
}

extension VibrationEffect.Kind {
  /// For people.
  fileprivate var title: String {
    switch self {
    case .waveform: "Waveform"
    case .envelope: "Envelope"
    case .basicEnvelope: "Basic envelope"
    case .primitives: "Primitives"
    case .predefined: "Predefined effect"
    }
  }
}

extension AndroidFile.Form {
  /// For people.
  fileprivate var title: String {
    switch self {
    case .xml: "vibration XML"
    case .json: "JSON"
    case .kotlin: "Kotlin"
    }
  }
}
