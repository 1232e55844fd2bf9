import ThrumAnswers
import ThrumFormats
import ThrumPattern

/// Requests for the outlines shown in the file list.
struct ShapeRoutes: Sendable {
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
  private let desk: Desk
  /// Maximum number of files in a request, and of bytes in a file.
  private static let (pathLimit, byteLimit) = (64, 4 << 20)

  init(folder: StudioFolder?, desk: Desk) { (self.folder, self.desk) = (folder, desk) }

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
    return desk.shape(bytes, name: path)
  }

  private func bytes(_ path: String) -> [UInt8]? {
    if let text = StudioLibrary.text(path) { return text }
    guard let folder, let place = FolderPath(path), PatternFormat(fileName: place.text) != nil,
      folder.listed(place).map({ $0.size <= ShapeRoutes.byteLimit }) ?? false
    else { return nil }
    return try? folder.read(place)
  }
}
