import CLinux

/// This program's arguments. Swift's `CommandLine` reads them from /proc, and has none where that is not mounted.
enum GivenArguments {
  static let count = Int(thrum_argument_count())

  /// The arguments after the name, with replacements for bytes that are not UTF-8.
  static let all: [String] = (1..<max(1, count)).compactMap { index in
    // Safety: the arguments are texts that live as long as the process.
    thrum_argument(Int32(index)).map { String(cString: $0) }
  }

  /// - Throws: `Failure` if the program was started without even its name.
  static func check() throws {
    // Recent kernels add an empty name.
    guard count == 0 || count == 1 && thrum_argument(0)?.pointee == 0 else { return }
    throw Failure(
      .usage, "thrum was started with no arguments at all, not even its own name: start it with execve(path, {path, …})"
    )
  }
}
