import Glibc
import ThrumPattern
import ThrumFormats

/// Finds the patterns behind paths of files and folders.
enum PatternSearch {
  /// Files as given, and in folders every `*.ahap` and `*.haptic`, in the order of their names; hidden ones are passed over.
  ///
  /// - Throws: `Failure` when a folder cannot be read, or nothing is found. A file that is missing shows when it is read.
  static func items(in paths: [String]) throws -> [Manifest.Item] {
    var result: [Manifest.Item] = []
    for path in paths {
      var status = stat()
      let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      result += isFolder ? try patterns(inFolder: path) : [Manifest.Item(input: path)]
    }
    guard !result.isEmpty else {
      throw Failure(.noInput, "no \(PatternFormat.namedEndings) file in \(paths.joined(separator: ", "))")
    }
    return result
  }

  private static func patterns(inFolder folder: String) throws -> [Manifest.Item] {
    guard access(folder, R_OK | X_OK) == 0 else {
      throw Failure(.noInput, "\(folder): \(systemError())")
    }
    var found: [Manifest.Item] = []
    collect(folder.hasSuffix("/") ? String(folder.dropLast()) : folder, into: &found)
    return found.sorted { $0.input < $1.input }
  }

  /// Links to files count, links to folders do not, which could lead round in a circle.
  private static func collect(_ folder: String, into found: inout [Manifest.Item]) {
    for bytes in names(inFolder: folder) where bytes.first != UInt8(ascii: ".") {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        if PatternFormat(fileName: String(decoding: bytes, as: UTF8.self)) != nil {
          found.append(GivenNames.item(notUTF8: Array("\(folder)/".utf8) + bytes))
        }
        continue
      }
      let path = "\(folder)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        collect(path, into: &found)
      } else if PatternFormat(fileName: name) != nil {
        // Pipes and devices are passed over: reading one could wait forever.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { continue }
        found.append(Manifest.Item(input: path))
      }
    }
  }

  /// The names in a folder, as the system has them.
  private static func names(inFolder folder: String) -> [[UInt8]] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var result: [[UInt8]] = []
    while let entry = readdir(stream) {
      result.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return result
  }
}
