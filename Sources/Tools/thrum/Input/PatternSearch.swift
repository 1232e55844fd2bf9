import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFormats
import ThrumOutput
import ThrumPattern
import ThrumSystem

enum PatternSearch {
  /// Expands folders to their `*.ahap` and `*.haptic` files, sorted, omitting hidden ones.
  ///
  /// - Throws: `Failure` if a folder cannot be read or nothing is found. Missing files fail later, when read.
  static func items(in paths: [String]) throws -> [Manifest.Item] {
    var result: [Manifest.Item] = []
    for path in paths {
      var status = stat()
      guard ReadableRoot.holds(path) else {
        // Reading it says why.
        result.append(Manifest.Item(input: path))
        continue
      }
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

  /// The patterns of a folder that can be named and read; none if there are none.
  static func all(inFolder folder: String) -> [Manifest.Item] {
    ((try? patterns(inFolder: folder)) ?? []).filter { $0.problem == nil && access($0.input, R_OK) == 0 }
  }

  /// Follows links to files but not to folders, which could form a cycle.
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
        // Reading a pipe or device can block forever.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { continue }
        guard ReadableRoot.holds(path) else { continue }
        found.append(Manifest.Item(input: path))
      }
    }
  }

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
