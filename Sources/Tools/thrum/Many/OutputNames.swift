import FoundationEssentials
import Glibc
import ThrumPattern
import ThrumFormats

/// Where the files of a list go: below one folder, in folders like those they come from, never outside of it.
enum OutputNames {
  /// The path of an item's output.
  static func path(of item: Manifest.Item, in folder: String, suffix: String) -> String {
    let wanted = item.output ?? stem(item.input) + suffix
    // By bytes, as the system reads it: to Swift, a `/` beside a mark that joins it is another character.
    let names = wanted.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return ([folder.hasSuffix("/") ? String(folder.dropLast()) : folder] + names.filter { $0 != "." && $0 != ".." })
      .joined(separator: "/")
  }

  private static func stem(_ input: String) -> String {
    PatternFormat.stem(of: String(input.map { $0 == ":" ? "-" : $0 }))
  }

  /// Refuses outputs of which two would be one file.
  static func check(_ paths: [String], of inputs: [String]) throws {
    var seen: [String: String] = [:]
    for (path, input) in zip(paths, inputs) {
      if let other = seen.updateValue(input, forKey: path) {
        throw Failure(.usage, "\(other) and \(input) would both become \(path): give one of them another name")
      }
    }
  }
}
