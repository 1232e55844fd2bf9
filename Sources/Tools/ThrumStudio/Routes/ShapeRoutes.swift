import Synchronization
import ThrumAnswers
import ThrumFormats
import ThrumPattern

/// Requests for the outlines shown in the file list.
final class ShapeRoutes: Sendable {
  struct Wanted: Decodable {
    var paths: [String]
  }

  private struct Shapes: JSONWritable {
    var shapes: [String: PatternShape]

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.name("shapes")
        writer.object { writer in
          for (path, shape) in shapes {
            writer.name(path)
            shape.write(to: &writer)
          }
        }
      }
    }
  }

  private let folder: StudioFolder?
  /// Keyed by revision.
  private let known = Mutex<[String: PatternShape]>([:])
  private static let most = 4096
  /// Maximum number of files in a request, and of bytes in a file.
  private static let (pathLimit, byteLimit) = (64, 4 << 20)

  init(folder: StudioFolder?) { self.folder = folder }

  func shapes(_ wanted: Wanted, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    var found: [String: PatternShape] = [:]
    for path in wanted.paths.prefix(ShapeRoutes.pathLimit) {
      try work.check()
      found[path] = shape(path)
    }
    return .json(Shapes(shapes: found))
  }

  private func shape(_ path: String) -> PatternShape? {
    guard let bytes = bytes(path), bytes.count <= ShapeRoutes.byteLimit else { return nil }
    let revision = Revision.of(bytes)
    if let shape = known.withLock({ $0[revision] }) { return shape }
    let format = PatternFormat(fileName: path) ?? .ahap
    let pattern =
      format == .ahap ? AHAP.read(bytes, name: path).pattern : PatternDocument.read(bytes, name: path).merged
    guard let pattern else { return nil }
    let shape = PatternShape(pattern, revision: revision)
    known.withLock { known in
      if known.count >= ShapeRoutes.most { known.removeAll() }
      known[revision] = shape
    }
    return shape
  }

  private func bytes(_ path: String) -> [UInt8]? {
    if let text = StudioLibrary.text(path) { return text }
    guard let folder, let place = FolderPath(path), PatternFormat(fileName: place.text) != nil,
      folder.listed(place).map({ $0.size <= ShapeRoutes.byteLimit }) ?? false
    else { return nil }
    return try? folder.read(place)
  }
}
