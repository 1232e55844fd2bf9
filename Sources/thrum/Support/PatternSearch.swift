import FoundationEssentials
import ThrumPattern
import Glibc

/// Finds the patterns behind paths of files and folders.
enum PatternSearch {
  /// Files as given, and in folders every `*.ahap` and `*.haptic`, in the order of their names; hidden folders are passed over.
  static func files(in paths: [String]) throws -> [String] {
    var result: [String] = []
    for path in paths {
      var isFolder = false
      guard
        path == "-" || PatternFile.isPreset(path)
          || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      else {
        throw Failure(.noInput, "\(path): No such file or directory")
      }
      result += isFolder ? try patterns(inFolder: path) : [path]
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
    var found: [String] = []
    collect(folder, as: root, into: &found)
    return found.sorted()
  }

  /// Links to files count, links to folders do not, which could lead round in a circle.
  private static func collect(_ folder: String, as root: String, into found: inout [String]) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".") {
      let path = "\(root)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        collect(path, as: path, into: &found)
      } else if PatternDocument.Format(fileName: name) != nil {
        // Pipes and devices are passed over: reading one could wait forever.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { continue }
        found.append(path)
      }
    }
  }
}
