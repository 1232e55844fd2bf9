import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// What a text can be exported to.
package enum PatternExport {
  package enum Problem: Error, Equatable {
    case refused(String)
    /// The work was ended.
    case ended

    package var words: String {
      switch self {
      case .refused(let words): words
      case .ended: PatternWriter.WriteError.ended.description
      }
    }
  }

  package struct Format: JSONWritable {
    package let id: String
    package let title: String
    package let ending: String
    package let group: String

    package func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("id", id)
        writer.member("title", title)
        writer.member("ending", ending)
        writer.member("group", group)
      }
    }
  }

  /// All formats except AHAP and sound.
  package static var formats: [Format] {
    PatternWriter.all.map { Format(id: $0.id, title: $0.title, ending: $0.ending, group: $0.group) }
  }

  /// Notes are sentences about lost data, and about what of the change is felt. They name motors by their titles, or by
  /// the names that commands take.
  package static func exported<Failure>(
    _ pattern: Pattern, as id: String, name: String, titled: Bool = true, _ work: Work<Failure>
  ) throws(Problem) -> ConvertedText {
    guard let writer = PatternWriter.all.first(where: { $0.id == id }) else {
      let known = PatternWriter.all.map { $0.id }.joined(separator: ", ")
      throw .refused("there is no format “\(quoted(id))”: choose ahap, \(known)")
    }
    var timeline = PatternTimeline()
    timeline.add(pattern)
    do throws(PatternWriter.WriteError) {
      let request = PatternWriter.Request(
        [pattern], timeline: timeline, name: name, work: work.rethrowing { _ in .ended })
      let file = try writer.write(request)
      let felt = try writer.felt(file, request).map { effect in
        effect.words(on: titled ? ActuatorPreset.named(effect.motor)?.title ?? effect.motor : effect.motor)
      }
      let notes = file.losses.map { "lost: \($0)" } + felt
      return ConvertedText(text: String(decoding: file.bytes, as: UTF8.self), notes: notes)
    } catch {
      if error == .ended { throw .ended }
      throw .refused(error.description)
    }
  }
}
