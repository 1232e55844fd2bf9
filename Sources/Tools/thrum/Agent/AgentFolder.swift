import Glibc
import ThrumFormats
import ThrumPattern
import ThrumStudio
import ThrumSystem

/// The folder that an agent may use. ``ReadableRoot`` confines this process and the commands that it runs to it.
struct AgentFolder: Sendable {
  /// Saves files; `nil` if the agent may not write.
  let saving: KeptFolder?

  /// Makes the folder the working directory, so that all commands run there, and the only one that is read.
  ///
  /// - Throws: `Failure` if it is no folder, or is not writable but should be.
  init(_ path: String, isWritable: Bool) throws {
    // The program's own path may be relative to the old working directory.
    _ = OwnCommand.program
    guard chdir(path) == 0, let real = realpath(".", nil) else {
      throw Failure(.noInput, "\(path): \(systemError())")
    }
    defer { free(real) }
    setenv(ReadableRoot.variable, real, 1)
    do throws(KeptFolder.Problem) {
      saving = isWritable ? try KeptFolder(".") : nil
    } catch { throw Failure(.noInput, error.words) }
  }

  enum Kind {
    case pattern, patternOrFolder, newPattern
  }

  /// Returns the path for a command.
  ///
  /// - Throws: `Failure` for a path that leads out of the folder, is hidden, or is no pattern.
  func inside(_ path: String, _ kind: Kind) throws -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isBelow = !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
    guard isBelow, parts.allSatisfy({ !$0.isEmpty && $0 != ".." }) else {
      throw Failure(.noInput, "“\(quoted(path))” is not a path below the folder")
    }
    guard path == "." || !parts.contains(where: { $0.utf8.first == UInt8(ascii: ".") }) else {
      throw Failure(.noInput, "“\(quoted(path))” is hidden: hidden files are not patterns")
    }
    // A command would take these for an option, standard input or a preset.
    let place = path.hasPrefix("-") || path.hasPrefix("preset:") ? "./" + path : path
    switch kind {
    case .newPattern: try checkNew(path, place)
    case .pattern: try checkPattern(path, place)
    case .patternOrFolder: if !AgentFolder.isFolder(place) { try checkPattern(path, place) }
    }
    return place
  }

  private func checkPattern(_ path: String, _ place: String) throws {
    guard ReadableRoot.holds(place) else {
      throw Failure(
        .noInput,
        "“\(quoted(path))” "
          + (AgentFolder.isLink(place)
            ? "is not a path below the folder: it is a link that leads out" : "does not exist"))
    }
    if PatternFormat(fileName: path) != nil || AgentFolder.isFolder(place) { return }
    // Some formats are known by their text only. The text of other files is not for an agent.
    let bytes = try PatternFile.bytes(of: place, name: path, mustBeRegular: true)
    guard FileKind(bytes) == nil, !PatternDocument.read(bytes, name: path).parts.isEmpty else {
      throw Failure(.badData, "“\(quoted(path))” is not a pattern")
    }
  }

  private func checkNew(_ path: String, _ place: String) throws {
    guard PatternFormat(fileName: path) != nil else {
      throw Failure(.usage, "only pattern files can be written: \(PatternFormat.namedEndings)")
    }
    let above = path.split(separator: "/").dropLast().joined(separator: "/")
    guard above.isEmpty || AgentFolder.isFolder("./" + above) else {
      throw Failure(
        .noInput, "the folder “\(quoted(above))” does not exist: write to one that does, such as the top")
    }
  }

  private static func isFolder(_ place: String) -> Bool {
    var status = stat()
    return ReadableRoot.holds(place) && stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func isLink(_ place: String) -> Bool {
    var status = stat()
    return lstat(place, &status) == 0
  }
}
