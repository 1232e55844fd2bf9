import Glibc
import ThrumFeel

/// Two files, or the files of two folders matched by relative path.
struct DiffSides {
  let pairs: [(name: String, old: String?, new: String?)]

  init(_ old: String, _ new: String) throws {
    switch (DiffSides.isFolder(old), DiffSides.isFolder(new)) {
    case (false, false): pairs = [(new == "-" ? "<stdin>" : new, old, new)]
    case (true, true):
      let (before, after) = (try DiffSides.files(old), try DiffSides.files(new))
      guard !before.isEmpty || !after.isEmpty else {
        throw Failure(.noInput, "there is no pattern in \(old) or \(new)")
      }
      pairs = Set(before.keys).union(after.keys).sorted().map { ($0, before[$0], after[$0]) }
    default:
      throw Failure(.usage, "\(old) and \(new): compare two files, or two folders")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func files(_ folder: String) throws -> [String: String] {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    let items: [Manifest.Item]
    do { items = try PatternSearch.items(in: [folder]) } catch let failure as Failure {
      // A version can lack patterns.
      guard failure.exitCode == Failure.Code.noInput.rawValue, access(folder, R_OK | X_OK) == 0 else { throw failure }
      return [:]
    }
    if let problem = items.compactMap(\.problem).first { throw problem }
    return Dictionary(uniqueKeysWithValues: items.map { (String($0.input.dropFirst(root.count)), $0.input) })
  }
}
