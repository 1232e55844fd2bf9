import FoundationEssentials
import Glibc
import ThrumFormats
import ThrumPattern

/// An output folder. Links inside it must not lead outside.
struct OutputFolder {
  private let path: String
  private let root: String

  /// Creates the folder and missing parents.
  init(_ path: String) throws {
    self.path = path
    try OutputFolder.make(path)
    guard let root = OutputFolder.resolved(path) else { throw OutputFolder.failure(path) }
    self.root = root
  }

  /// Creates the parent folders of an output file. Throws `Failure` if a link would lead outside.
  func makeRoom(for file: String) throws {
    // Compares byte by byte, since Swift merges a `/` and a following combining mark.
    guard file.utf8.starts(with: path.utf8) else { throw Failure(.inputOutput, "\(file) is not in \(path)") }
    let names = file.utf8.dropFirst(path.utf8.count).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var place = root
    for (index, name) in names.enumerated() {
      place += (place.hasSuffix("/") ? "" : "/") + name
      var status = stat()
      let isThere = lstat(place, &status) == 0
      let isLast = index == names.count - 1
      if !isThere, !isLast, mkdir(place, 0o777) != 0, errno != EEXIST { throw OutputFolder.failure(place) }
      guard isThere || !isLast else { return }
      guard let target = OutputFolder.resolved(place), isBelow(target) else {
        throw Failure(
          .inputOutput,
          "cannot write \(file): \(place) is a link that points outside \(path): remove the link, "
            + "or use the folder it points to"
        )
      }
      place = target
    }
  }

  private func isBelow(_ target: String) -> Bool {
    root == "/" || target == root || target.utf8.starts(with: (root + "/").utf8)
  }

  private static func make(_ path: String) throws {
    guard !path.isEmpty, access(path, F_OK) != 0 else { return }
    try make(folder(ofPath: path))
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw failure(path) }
  }

  private static func resolved(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.inputOutput, "cannot write \(path): \(systemError())")
  }
}

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
