import ThrumFormats
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
  static let formats = PatternWriter.all.map {
    Format(id: $0.id, title: $0.title, ending: $0.ending, group: $0.group)
  }

  /// The file for a format.
  static func exported(_ pattern: Pattern, as id: String, name: String) throws(StudioError) -> Exported {
    guard let writer = PatternWriter.all.first(where: { $0.id == id }) else {
      throw StudioError("there is no format “\(id)”")
    }
    var timeline = PatternTimeline()
    timeline.add(pattern)
    do throws(PatternWriter.WriteError) {
      let file = try writer.write(PatternWriter.Request([pattern], timeline: timeline, name: name))
      return Exported(text: String(decoding: file.bytes, as: UTF8.self), notes: file.losses)
    } catch { throw StudioError("\(error)") }
  }
}
