import Glibc
import ThrumSystem

/// A program in PATH, started without a shell and in its own session, out of reach of Ctrl-C.
struct ChildProcess {
  struct Answer: Equatable {
    /// Exit code, or 128 plus the signal.
    let code: Int32
    /// Standard output and error.
    let text: String
  }

  enum Problem: Error, Equatable {
    case notStarted(Int32)
    case noAnswer
  }

  let id: pid_t
  private let output: Int32

  init(_ words: [String]) throws(Problem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .notStarted(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The calling threads block signals that the child needs.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // 0x80 is POSIX_SPAWN_SETSID, which spawn.h defines only with _GNU_SOURCE.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)
    var child: pid_t = 0
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let error = posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ)
    guard error == 0 else {
      close(ends[0])
      throw .notStarted(error)
    }
    id = child
    output = ends[0]
  }

  func end() { kill(id, SIGKILL) }

  /// The child's process ID stays reserved until ``reap()``.
  func wait() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Reaps a child that has exited and returns its exit code.
  func reap() -> Int32 {
    var status: Int32 = 0
    waitpid(id, &status, 0)
    close(output)
    return ChildProcess.code(status)
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Kills a child that takes longer than `seconds`.
  func answer(within seconds: Double, clock: any DeviceClock = SystemClock()) throws(Problem) -> Answer {
    defer { close(output) }
    let deadline = clock.nanoseconds + UInt64(seconds * 1e9)
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    var status: Int32 = 0
    var hasEnded = false
    while true {
      // A server that the child starts may inherit the pipe, so reading also stops when the child has ended.
      var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let hasOutput = poll(&state, 1, hasEnded ? 0 : 20) > 0
      let count = hasOutput ? read(output, &block, block.count) : -1
      if count > 0 { bytes += block[..<count] }
      if count == 0 {
        if !hasEnded { waitpid(id, &status, 0) }
        break
      }
      if hasEnded, !hasOutput { break }
      if !hasEnded { hasEnded = waitpid(id, &status, WNOHANG) == id }
      if !hasEnded, clock.nanoseconds >= deadline {
        end()
        waitpid(id, &status, 0)
        throw .noAnswer
      }
    }
    return Answer(code: ChildProcess.code(status), text: String(decoding: bytes, as: UTF8.self))
  }
}
