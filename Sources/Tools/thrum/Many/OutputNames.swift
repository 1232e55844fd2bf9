import FoundationEssentials
import Glibc
import ThrumFormats
import ThrumPattern

/// Output paths below one folder, with the inputs' subfolders.
enum OutputNames {
  /// Drops `.` and `..`.
  static func path(of item: Manifest.Item, in folder: String, suffix: String) -> String {
    let wanted = item.output ?? stem(item.input) + suffix
    // Splits byte by byte, as ``OutputFolder/makeRoom(for:)`` does.
    let names = wanted.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return ([folder.hasSuffix("/") ? String(folder.dropLast()) : folder] + names.filter { $0 != "." && $0 != ".." })
      .joined(separator: "/")
  }

  private static func stem(_ input: String) -> String {
    PatternFormat.stem(of: String(input.map { $0 == ":" ? "-" : $0 }))
  }

  /// Throws `Failure` if two inputs would have the same output.
  static func check(_ paths: [String], of inputs: [String]) throws {
    var seen: [String: String] = [:]
    for (path, input) in zip(paths, inputs) {
      if let other = seen.updateValue(input, forKey: path) {
        throw Failure(.usage, "\(other) and \(input) would both become \(path): rename one of them")
      }
    }
  }
}
