import CLinux
import Glibc

/// This program, run as another process with other arguments.
struct OwnCommand {
  let code: Int32
  let output: [UInt8]
  let messages: [UInt8]

  /// Longest time, s, and most output, bytes.
  private static let (seconds, most) = (120, 24 << 20)

  /// Waits until it ends. Standard input is empty.
  ///
  /// - Throws: `Failure` if it cannot be started, takes too long or prints too much.
  init(_ arguments: [String]) throws {
    let (out, err) = (thrum_memory_file("thrum-output"), thrum_memory_file("thrum-messages"))
    defer {
      close(out)
      close(err)
    }
    guard out >= 0, err >= 0 else { throw Failure(.system, "no memory for the output: \(systemError())") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO)
    let words = (["thrum"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let problem = posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ)
    guard problem == 0 else { throw Failure(.system, "cannot start: \(String(cString: strerror(problem)))") }
    let ended = OwnCommand.wait(for: process)
    guard let ended else { throw Failure(.system, "it took longer than \(OwnCommand.seconds) s") }
    (output, messages) = (OwnCommand.bytes(of: out), OwnCommand.bytes(of: err))
    code = ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 128 + (ended & 0x7F)
    guard output.count < OwnCommand.most else { throw Failure(.badData, "the answer is too long") }
  }

  /// Returns the status, or `nil` if the process had to be killed.
  private static func wait(for process: pid_t) -> Int32? {
    var status: Int32 = 0
    let end = thrum_monotonic_nanoseconds() + UInt64(seconds) * 1_000_000_000
    while thrum_monotonic_nanoseconds() < end {
      switch waitpid(process, &status, WNOHANG) {
      case process: return status
      case 0: usleep(2_000)
      default: if errno != EINTR { return 127 << 8 }
      }
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return nil
  }

  private static func bytes(of file: Int32) -> [UInt8] {
    let size = min(most, max(0, Int(lseek(file, 0, Int32(SEEK_END)))))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(file, buffer.baseAddress.map { $0 + count }, size - count, count)
        if got <= 0 { return }
        count += got
      }
    }
  }
}
