import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

struct PatternExport {
  struct Format: Encodable {
    let id: String
    let title: String
    let ending: String
    let group: String
  }

  /// `notes` are sentences about lost data.
  struct Exported: Encodable {
    let text: String
    let notes: [String]
  }

  /// All formats except AHAP and sound.
  static let formats = PatternWriter.all.map {
    Format(id: $0.id, title: $0.title, ending: $0.ending, group: $0.group)
  }

  static func exported(
    _ pattern: Pattern, as id: String, name: String, _ work: Work<StudioError>
  ) throws(StudioError) -> Exported {
    guard let writer = PatternWriter.all.first(where: { $0.id == id }) else {
      throw StudioError("there is no format “\(id)”")
    }
    var timeline = PatternTimeline()
    timeline.add(pattern)
    do throws(PatternWriter.WriteError) {
      let request = PatternWriter.Request(
        [pattern], timeline: timeline, name: name, work: work.rethrowing { _ in .ended })
      let file = try writer.write(request)
      var notes = file.losses
      if let played = try writer.played(request), let motor = ActuatorPreset.named(writer.motor) {
        let loss = try FeelLoss(PatternGroup(pattern), played, on: FeelMotor(motor), request.work)
        notes.append(loss.words)
      }
      return Exported(text: String(decoding: file.bytes, as: UTF8.self), notes: notes)
    } catch {
      // Throws the reason if the work was ended.
      try work.check()
      throw StudioError("\(error)")
    }
  }
}
