import FoundationEssentials
import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern

struct ChangeRoutes: Sendable {
  /// `nil` if the folder is read-only.
  let changer: FolderChanger?

  private struct Done: Encodable {}

  private struct SaveAnswer: Encodable {
    var revision: String
    /// Path of another program's version that was kept.
    var kept: String?
  }

  private struct ChangeAnswer: Encodable {
    struct Content: Encodable {
      var code = "changed"
      var message: String
    }
    var error: Content
    var revision: String
    var kept: String?
  }

  struct Save: Decodable {
    var text: String
    var revision: String?
  }

  func save(_ save: Save, to path: String) -> HTTPResponse {
    guard let changer else { return readOnly }
    guard let place = FolderPath(path), place.suffix == "ahap" else { return .badPath }
    do throws(FolderError) {
      switch try changer.save(Array(save.text.utf8), to: place, known: save.revision) {
      case .done(let revision, let kept): return .json(SaveAnswer(revision: revision, kept: kept))
      case .changed(let revision, let kept): return changed(place, revision, kept)
      }
    } catch { return .refusal(error, place.text) }
  }

  struct Move: Decodable {
    var path: String
    var to: String
  }

  func move(_ move: Move) -> HTTPResponse {
    guard let changer else { return readOnly }
    guard let from = FolderPath(move.path), let to = FolderPath(move.to),
      PatternFormat(fileName: from.text) != nil,
      PatternFormat(fileName: from.text) == PatternFormat(fileName: to.text)
    else { return .badPath }
    do throws(FolderError) {
      guard try changer.move(from, to: to) else {
        return .refusal(409, "exists", "\(to.text) already exists")
      }
      return .json(Done())
    } catch { return .refusal(error, from.text) }
  }

  struct Delete: Decodable {
    var path: String
    var revision: String
  }

  func delete(_ delete: Delete) -> HTTPResponse {
    guard let changer else { return readOnly }
    guard let place = FolderPath(delete.path), place.suffix == "ahap" else { return .badPath }
    do throws(FolderError) {
      switch try changer.remove(place, known: delete.revision) {
      case .done: return .json(Done())
      case .changed(let revision, let kept): return changed(place, revision, kept)
      }
    } catch { return .refusal(error, place.text) }
  }

  struct Sound: Decodable {
    var data: Data
  }

  /// Saves a sound next to the patterns. An identical existing file counts as success.
  func saveSound(_ sound: Sound, to path: String) -> HTTPResponse {
    guard let changer else { return readOnly }
    guard let place = FolderPath(path), SoundEndings.readable.contains(place.suffix) else {
      let endings = SoundEndings.readable.map { ".\($0)" }.joined(separator: ", ")
      return .refusal(400, "badPath", "the name of a sound must end in \(endings)")
    }
    let bytes = Array(sound.data)
    do throws(UploadedSound.Problem) {
      try UploadedSound(bytes).check()
    } catch { return .refusal(error.refusal, place.text) }
    do throws(FolderError) {
      switch try changer.save(bytes, to: place, known: nil) {
      case .done(let revision, let kept): return .json(SaveAnswer(revision: revision, kept: kept))
      case .changed(let revision, _):
        if revision == Revision.of(bytes) { return .json(SaveAnswer(revision: revision)) }
        return .refusal(409, "exists", "the folder already contains another \(place.text): rename this one first")
      }
    } catch { return .refusal(error, place.text) }
  }

  private func changed(_ place: FolderPath, _ revision: String, _ kept: String?) -> HTTPResponse {
    var message = "\(place.text) has changed; nothing was written"
    if let kept { message += "; the version written by the other program is in \(kept)" }
    return .json(
      ChangeAnswer(error: ChangeAnswer.Content(message: message), revision: revision, kept: kept), status: 409)
  }

  private var readOnly: HTTPResponse {
    .refusal(403, "readOnly", "the studio was started without --write and cannot change files")
  }
}
