import CRealtime
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumOutput
import ThrumPattern

/// The files of the folder and of the library, as the page asks for them.
struct FileRoutes: Sendable {
  let folder: StudioFolder?

  private struct FileList: Encodable {
    struct Row: Encodable {
      var path: String
      var size: Int
      var modified: Double
    }
    var files: [Row]
    var library: [StudioLibrary.Entry]
    var isCut: Bool
  }

  /// What can be opened.
  func list() -> HTTPResponse {
    let listing = folder?.list() ?? StudioFolder.Listing()
    let rows = listing.files.map { FileList.Row(path: $0.path, size: $0.size, modified: $0.modified) }
    return .json(FileList(files: rows, library: StudioLibrary.entries, isCut: listing.isCut))
  }

  private struct File: Encodable {
    var path: String
    var text: String
    var revision: String
    var writable: Bool
    var notes: [String]
    /// The file of a pair that belongs to this one; `nil` when there is none.
    var partner: String?
  }

  /// A pattern's text; the two files of a pair as one.
  func read(_ path: String) -> HTTPResponse {
    if let text = StudioLibrary.text(path) { return show(path, text, isWritable: false) }
    guard let folder, let place = FolderPath(path), PatternDocument.Format(fileName: place.text) != nil else {
      return badPath
    }
    do throws(FolderError) {
      let bytes = try folder.read(place)
      let partner = PatternPair.partner(ofPath: place.text).flatMap(FolderPath.init)
      let isThere = partner.map { (try? folder.openFile($0)).map { close($0) } != nil } ?? false
      return show(place.text, bytes, isWritable: folder.isWritable, partner: isThere ? partner?.text : nil)
    } catch { return refusal(error, place.text) }
  }

  private func show(_ path: String, _ bytes: [UInt8], isWritable: Bool, partner: String? = nil) -> HTTPResponse {
    var file = File(
      path: path, text: "", revision: Revision.of(bytes), writable: isWritable, notes: [], partner: partner)
    if let format = PatternDocument.Format(fileName: path), format != .ahap {
      switch StudioClip.converted(bytes, name: path) {
      case .failure(let error): return .refusal(422, "badClip", error.description)
      case .success(let converted):
        file.text = converted.text
        file.writable = false
        file.notes = converted.notes
        return .json(file)
      }
    }
    guard let text = AHAP.text(bytes) else {
      return .refusal(422, "notText", "\(path) is not text")
    }
    file.text = text
    // Saving writes UTF-8; another encoding would not come back as it was.
    if Array(text.utf8) != bytes { file.notes.append("the file is not UTF-8; saving makes it so") }
    return .json(file)
  }

  /// A clip that is not in the folder.
  struct Clip: Decodable {
    var text: String
    var name: String
  }

  /// A clip as AHAP.
  func convert(_ clip: Clip) -> HTTPResponse {
    switch StudioClip.converted(Array(clip.text.utf8), name: clip.name) {
    case .failure(let error): .refusal(422, "badClip", error.description)
    case .success(let converted): .json(converted)
    }
  }

  /// What is to be saved, over which version.
  struct Save: Decodable {
    var text: String
    var revision: String?
  }

  private struct SaveAnswer: Encodable { var revision: String }
  private struct ChangeAnswer: Encodable {
    struct Content: Encodable {
      var code = "changed"
      var message: String
    }
    var error: Content
    var revision: String
  }

  /// Saves a pattern.
  func save(_ save: Save, to path: String) -> HTTPResponse {
    guard let folder = changeable else { return readOnly }
    guard let place = FolderPath(path), place.suffix == "ahap" else { return badPath }
    do throws(FolderError) {
      switch try folder.save(Array(save.text.utf8), to: place, known: save.revision) {
      case .done(let revision): return .json(SaveAnswer(revision: revision))
      case .changed(let revision): return changed(place, revision)
      }
    } catch { return refusal(error, place.text) }
  }

  private var badPath: HTTPResponse {
    .refusal(
      400, "badPath",
      "a path must name a file of the folder that ends in \(PatternDocument.Format.endings), or one of the library")
  }

  private func refusal(_ error: FolderError, _ path: String) -> HTTPResponse {
    switch error.number {
    case ENOENT: .refusal(404, "notFound", "\(path) does not exist")
    case EACCES, EPERM, EROFS: .refusal(403, "notPermitted", "\(path): \(error.message)")
    case EBUSY: .refusal(503, "busy", "\(path): \(error.message)")
    case ENOSPC, EDQUOT: .refusal(507, "diskFull", "\(path): \(error.message); nothing was written")
    case ELOOP, ENOTDIR, EINVAL, EFBIG: .refusal(400, "badPath", error.message)
    default: .refusal(500, "failed", "\(path): \(error.message)")
    }
  }

  private func changed(_ place: FolderPath, _ revision: String) -> HTTPResponse {
    let message = "\(place.text) is another version by now; nothing was written"
    return .json(ChangeAnswer(error: ChangeAnswer.Content(message: message), revision: revision), status: 409)
  }

  /// The folder, if its files may be changed.
  private var changeable: StudioFolder? {
    guard let folder, folder.isWritable else { return nil }
    return folder
  }

  private var readOnly: HTTPResponse {
    .refusal(403, "readOnly", "the studio was started without --write: it changes no file")
  }

  // MARK: Moving, deleting, sounds

  /// A file and its new name.
  struct Move: Decodable {
    var path: String
    var to: String
  }

  /// Gives a pattern another name, which nothing has yet.
  func move(_ move: Move) -> HTTPResponse {
    guard let folder = changeable else { return readOnly }
    guard let from = FolderPath(move.path), let to = FolderPath(move.to),
      PatternDocument.Format(fileName: from.text) != nil,
      PatternDocument.Format(fileName: from.text) == PatternDocument.Format(fileName: to.text)
    else { return badPath }
    do throws(FolderError) {
      guard try folder.move(from, to: to) else {
        return .refusal(409, "exists", "\(to.text) exists already")
      }
      return .json(Done())
    } catch { return refusal(error, from.text) }
  }

  /// A file, and the version that is known of it.
  struct Delete: Decodable {
    var path: String
    var revision: String
  }

  private struct Done: Encodable {}

  /// Deletes a pattern, if it is the version that the page knows.
  func delete(_ delete: Delete) -> HTTPResponse {
    guard let folder = changeable else { return readOnly }
    guard let place = FolderPath(delete.path), place.suffix == "ahap" else { return badPath }
    do throws(FolderError) {
      switch try folder.remove(place, known: delete.revision) {
      case .done: return .json(Done())
      case .changed(let revision): return changed(place, revision)
      }
    } catch { return refusal(error, place.text) }
  }

  /// A sound of the person's computer, its bytes in base64.
  struct Sound: Decodable {
    var data: Data
  }

  /// A sound, and what of it is wanted as a pattern.
  struct Generate: Decodable {
    var name: String
    var data: Data
    var sensitivity: Double?
    var hasTransients: Bool?
    var hasContinuous: Bool?
  }

  private struct Generated: Encodable { var text: String }

  /// Makes a pattern of a sound.
  func generate(_ wanted: Generate) -> HTTPResponse {
    var options = PatternGenerator.Options()
    options.sensitivity = min(max(wanted.sensitivity ?? 0.5, 0), 1)
    options.hasTransients = wanted.hasTransients ?? true
    options.hasContinuous = wanted.hasContinuous ?? true
    let text = FileRoutes.reading(Array(wanted.data)) { path -> String? in
      guard let sound = try? SoundStream(path: path),
        let features = try? SoundFeatures(
          sampleRate: sound.sampleRate, band: SoundFeatures.wholeBand,
          read: { body throws(SoundError) in
            let stream = try SoundStream(path: path)
            while case let block = stream.next(), !block.isEmpty { body(block) }
          })
      else { return nil }
      return String(decoding: AHAP.write(PatternGenerator(features, options).pattern()), as: UTF8.self)
    }
    guard let text = text ?? nil else {
      return .refusal(422, "noSound", "\(wanted.name) is not a sound that Thrum can read")
    }
    return .json(Generated(text: text))
  }

  private static func isSound(_ bytes: [UInt8]) -> Bool {
    reading(bytes) { (try? SoundFileReader().read(path: $0)) != nil } ?? false
  }

  /// Gives bytes a path for as long as `body` runs; `nil` when there is no memory for them.
  private static func reading<Result>(_ bytes: [UInt8], _ body: (String) -> Result) -> Result? {
    let file = thrum_memory_file("thrum-sound")
    guard file >= 0 else { return nil }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      rest = rest.dropFirst(count)
    }
    return body("/proc/self/fd/\(file)")
  }

  /// Puts a sound beside the patterns. One that is there already with the same bytes is as good.
  func saveSound(_ sound: Sound, to path: String) -> HTTPResponse {
    guard let folder = changeable else { return readOnly }
    guard let place = FolderPath(path), PatternDocument.Format(fileName: place.text) == nil else { return badPath }
    let bytes = Array(sound.data)
    guard FileRoutes.isSound(bytes) else {
      return .refusal(422, "noSound", "\(place.text) is not a sound that Thrum can read")
    }
    do throws(FolderError) {
      switch try folder.save(bytes, to: place, known: nil) {
      case .done(let revision): return .json(SaveAnswer(revision: revision))
      case .changed(let revision):
        if revision == Revision.of(bytes) { return .json(SaveAnswer(revision: revision)) }
        return .refusal(409, "exists", "there is another \(place.text) in the folder already: rename this one first")
      }
    } catch { return refusal(error, place.text) }
  }
}
