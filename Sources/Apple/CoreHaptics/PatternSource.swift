import Foundation
import ThrumEngine
import ThrumPattern

struct PatternSource: Sendable {
  let pattern: Pattern
  /// Folder of the pattern's file, searched for sounds.
  private(set) var folder: URL?

  private init(checking pattern: Pattern) throws {
    try CHHapticError.translating { () throws(EngineError) in try pattern.check() }
    self.pattern = pattern
  }

  init(_ entries: [PatternEntry]) throws { try self.init(checking: Pattern(version: nil, entries: entries)) }

  init(dictionary: [CHHapticPattern.Key: Any]) throws {
    let text = try CHHapticError.translating { () throws(EngineError) in try PatternDictionary.json(dictionary) }
    let document = AHAP.read(Array(text), name: "dictionary")
    try self.init(
      checking: try CHHapticError.translating { () throws(EngineError) in
        do throws(EngineError) { return try document.playable() } catch {
          // A dictionary always produces valid JSON, so its structure must be wrong.
          throw error.code == .invalidPatternData ? EngineError(.invalidPatternDictionary, error.message) : error
        }
      })
  }

  init(ahap data: Data, name: String) throws {
    let document = AHAP.read(Array(data), name: name)
    try self.init(checking: try CHHapticError.translating { () throws(EngineError) in try document.playable() })
  }

  init(file: URL) throws {
    guard let data = try? Data(contentsOf: file) else {
      throw CHHapticError(.fileNotFound, userInfo: [NSFilePathErrorKey: file.path])
    }
    try self.init(ahap: data, name: file.lastPathComponent)
    folder = file.deletingLastPathComponent()
  }

  /// Finds a sound file from the root of the app's bundle, or else near the pattern or the working directory.
  func resolveSound(_ path: String) -> String? {
    SoundSearch(
      folder?.path ?? FileManager.default.currentDirectoryPath, resources: Bundle.main.resourceURL?.path
    ).file(path)
  }
}
