import Glibc

/// The folder that an agent may use: no path leads out of it, through `..` or a link.
struct AgentFolder {
  private let root: String

  /// Makes the folder the working directory, so that all commands run there.
  ///
  /// - Throws: `Failure` if it is no folder.
  init(_ path: String) throws {
    guard chdir(path) == 0, let real = AgentFolder.real(".") else {
      throw Failure(.noInput, "\(path): \(systemError())")
    }
    root = real
  }

  /// Returns the path for a command, or `nil` if it leads out of the folder. A file need not exist, its folder must.
  func inside(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && $0 != ".." })
    else { return nil }
    let place = "./" + path
    let above = place[..<(place.lastIndex(of: "/") ?? place.startIndex)]
    guard let found = AgentFolder.real(place) ?? AgentFolder.real(String(above)),
      found == root || found.hasPrefix(root == "/" ? root : root + "/")
    else { return nil }
    return place
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
