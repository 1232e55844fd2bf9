import Glibc
import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern

struct FileRoutes: Sendable {
  let folder: StudioFolder?
  let watch: FolderWatch

  private struct FileList: Encodable {
    struct Row: Encodable {
      var path: String
      var size: Int
      var modified: Double
    }
    var files: [Row]
    var library: [StudioLibrary.Entry]
    /// Whether some patterns are not listed.
    var isCut: Bool
    /// Whether other programs' changes are found by polling.
    var isPolled: Bool
  }

  func list() -> HTTPResponse {
    let listing = folder.map { FolderListing($0) } ?? FolderListing()
    let rows = listing.files.map { FileList.Row(path: $0.path, size: $0.size, modified: $0.modified) }
    return .json(
      FileList(files: rows, library: StudioLibrary.entries, isCut: listing.isCut, isPolled: watch.isPolling))
  }

  private struct File: Encodable {
    var path: String
    var text: String
    var revision: String
    var writable: Bool
    var notes: [String]
    /// The other file of a pair, if it exists.
    var partner: String?
  }

  func read(_ path: String) -> HTTPResponse {
    if let text = StudioLibrary.text(path) { return show(path, text, isWritable: false) }
    guard let folder, let place = FolderPath(path), PatternFormat(fileName: place.text) != nil else {
      return .badPath
    }
    do throws(FolderError) {
      let bytes = try folder.read(place)
      let partner = PatternPair.partner(ofPath: place.text).flatMap(FolderPath.init)
      let isThere = partner.map { (try? folder.openFile($0)).map { close($0) } != nil } ?? false
      return show(place.text, bytes, isWritable: folder.isWritable, partner: isThere ? partner?.text : nil)
    } catch { return .refusal(error, place.text) }
  }

  private func show(_ path: String, _ bytes: [UInt8], isWritable: Bool, partner: String? = nil) -> HTTPResponse {
    var file = File(
      path: path, text: "", revision: Revision.of(bytes), writable: isWritable, notes: [], partner: partner)
    if let format = PatternFormat(fileName: path), format != .ahap {
      switch ConvertedText.ahap(of: bytes, name: path) {
      case .failure(let problem): return .refusal(422, "badClip", problem.words)
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
    if Array(text.utf8) != bytes { file.notes.append("the file is not UTF-8; saving converts it to UTF-8") }
    return .json(file)
  }
}

extension HTTPResponse {
  static var badPath: HTTPResponse {
    .refusal(
      400, "badPath",
      "the path must name a library pattern, or a \(PatternFormat.namedEndings) file in the folder")
  }

  static func refusal(_ error: FolderError, _ path: String) -> HTTPResponse {
    switch error.number {
    case ENOENT: .refusal(404, "notFound", "\(path) \(error.message)")
    case EACCES, EPERM, EROFS: .refusal(403, "notPermitted", "\(path): \(error.message)")
    case EBUSY: .refusal(503, "busy", "\(path): \(error.message)")
    case ENOSPC, EDQUOT: .refusal(507, "diskFull", "\(path): \(error.message); nothing was written")
    case ELOOP, ENOTDIR, EINVAL, EFBIG: .refusal(400, "badPath", error.message)
    default: .refusal(500, "failed", "\(path): \(error.message)")
    }
  }
}

struct ShareRoutes: Sendable {
  struct Request: Decodable {
    struct Version: Decodable {
      var name: String
      var text: String
    }

    var patterns: [Version]
    /// Used to find sounds.
    var path: String?
  }

  let folder: StudioFolder?
  let share: ShareMaker?

  func page(_ request: Request, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard let share else { return .refusal(404, "noSharing", "this studio cannot make pages to share") }
    guard (1...2).contains(request.patterns.count) else {
      return .refusal(422, "notShared", "a shared page needs one or two versions of a pattern")
    }
    let sounds = StudioSounds(folder: folder, pattern: request.path ?? "")
    let patterns = request.patterns.map { (name: $0.name, text: Array($0.text.utf8)) }
    do throws(StudioError) {
      let page = try share(patterns, .smallSpeaker, { sounds.path($0) }, work)
      return .content(type: "text/html; charset=utf-8", page)
    } catch {
      guard error.kind == .input else { throw error }
      return .refusal(422, "notShared", error.description)
    }
  }
}
