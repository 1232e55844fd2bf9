import ThrumAnalysis
import ThrumPattern

/// Makes other formats of a text that the page shows.
struct PatternExport {
  /// What a text can become.
  struct Format: Encodable {
    /// How the page names it in a request.
    let id: String
    /// For people.
    let title: String
    /// What the file's name ends in.
    let ending: String
    /// What it is listed under.
    let group: String
  }

  /// A file, as text, and what it does not say.
  struct Exported: Encodable {
    let text: String
    let notes: [String]
  }

  /// All formats but AHAP, which is the text itself, and sound.
  static let formats: [Format] =
    [Format(id: "haptic", title: "Haptic clip (.haptic)", ending: ".haptic", group: "Pattern")]
    + AndroidFile.kinds.flatMap { kind in
      AndroidFile.Form.allCases.map { form in
        Format(
          id: "\(kind.rawValue).\(form.rawValue)", title: "\(kind.title), \(form.title) (.\(form.rawValue))",
          ending: ".\(form.rawValue)", group: "Android")
      }
    }

  /// The file for a format.
  static func exported(_ pattern: Pattern, as id: String, name: String) throws(StudioError) -> Exported {
    guard let format = formats.first(where: { $0.id == id }) else {
      throw StudioError("there is no format “\(id)”")
    }
    var timeline = PatternTimeline()
    timeline.add(pattern)
    let isClip = format.id == "haptic"
    var maker = ClipMaker(timeline, [pattern], as: isClip ? "a clip" : "an effect", tails: !isClip)
    let clip: HapticClip
    do throws(ClipMaker.TooLong) { clip = try maker.clip() } catch {
      throw StudioError("the pattern lasts \(fixed(error.seconds, 0)) s, and an hour is the most")
    }
    guard !isClip else { return Exported(text: String(decoding: clip.write(), as: UTF8.self), notes: maker.losses) }
    let words = id.split(separator: ".").map(String.init)
    guard let form = AndroidFile.Form(rawValue: words[1]) else { throw StudioError("there is no format “\(id)”") }
    var file = AndroidFile(kind: VibrationEffect.Kind(rawValue: words[0]))
    do throws(VibrationMaker.Failure) {
      let bytes = try file.text(clip, form, name: name)
      return Exported(text: String(decoding: bytes, as: UTF8.self), notes: maker.losses + file.losses)
    } catch { throw StudioError(error.description) }
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
