/// Where the sound of a pattern lies.
///
/// On a phone, an `EventWaveformPath` starts at the root of the app's resources (Apple's article on AHAP), or is
/// absolute, as Apple's Unity plug-in writes it. Where no app says which folder is the root, it may be the pattern's
/// folder or one of those above it, and the nearest that has the file counts. A path that leaves the root with `..`
/// names nothing on a phone, so it names nothing here.
package enum SoundPlaces {
  /// Number of folders above the pattern's that may be the root.
  package static let levels = 5

  /// Returns the paths at which a relative sound may lie, by names from the top, in the order in which they are looked
  /// at: none if the path is absolute, empty, or leaves the root.
  ///
  /// - Parameter folder: names of the pattern's folder and those above it, from the top.
  package static func places(of waveformPath: String, inFolder folder: [String]) -> [[String]] {
    guard let names = names(of: waveformPath) else { return [] }
    return (0...min(levels, folder.count)).map { folder.dropLast($0) + names }
  }

  /// Whether a path leads out of the root.
  package static func leavesRoot(_ waveformPath: String) -> Bool {
    !isAbsolute(waveformPath) && names(of: waveformPath) == nil
  }

  package static func isAbsolute(_ waveformPath: String) -> Bool { waveformPath.utf8.first == UInt8(ascii: "/") }

  private static func names(of path: String) -> [String]? {
    guard !isAbsolute(path) else { return nil }
    var names: [String] = []
    // By bytes, since Swift merges a `/` and a following combining mark.
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      switch String(Substring(part)) {
      case ".": continue
      case "..":
        guard !names.isEmpty else { return nil }
        names.removeLast()
      case let name: names.append(name)
      }
    }
    return names.isEmpty ? nil : names
  }
}
