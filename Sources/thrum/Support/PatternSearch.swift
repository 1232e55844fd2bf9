import Foundation
import ThrumPattern
import Glibc

/// Finds the patterns behind paths of files and folders.
enum PatternSearch {
  /// Files as given, and in folders every `*.ahap` and `*.haptic`, in the order of their names; hidden folders are passed over.
  static func files(in paths: [String]) throws -> [String] {
    var result: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard
        path == "-" || PatternFile.isPreset(path)
          || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      else {
        throw Failure(.noInput, "\(path): No such file or directory")
      }
      result += isFolder.boolValue ? try patterns(inFolder: path) : [path]
    }
    guard !result.isEmpty else {
      throw Failure(.noInput, "no *.ahap or *.haptic file in \(paths.joined(separator: ", "))")
    }
    return result
  }

  private static func patterns(inFolder folder: String) throws -> [String] {
    guard access(folder, R_OK | X_OK) == 0 else {
      throw Failure(.noInput, "\(folder): \(systemError())")
    }
    let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    var found: [String] = []
    for case let name as String in names {
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      guard PatternDocument.Format(fileName: name) != nil, !isHidden else { continue }
      // Pipes and devices are passed over: reading one could wait forever.
      var status = stat()
      let path = "\(root)/\(name)"
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { continue }
      found.append(path)
    }
    return found.sorted()
  }
}
