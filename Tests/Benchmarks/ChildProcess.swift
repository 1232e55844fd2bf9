import Foundation

/// A program run as a child, with the kernel's figures for it.
struct ChildProcess {
  let identifier: pid_t

  /// Starts a program and discards its output.
  init(_ program: String, _ arguments: [String]) throws {
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, nil, words, environ) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    identifier = child
  }

  /// Waits for its end. Returns its peak memory, kB.
  @discardableResult func wait() -> Int { usage().ru_maxrss }

  /// Waits for its end. Returns the kernel's counts.
  func usage() -> rusage {
    var status: Int32 = 0
    var usage = rusage()
    wait4(identifier, &status, 0, &usage)
    return usage
  }

  /// Kills it.
  func end() {
    kill(identifier, SIGKILL)
    wait()
  }

  /// Path of this program.
  static var ownPath: String { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "" }
}
