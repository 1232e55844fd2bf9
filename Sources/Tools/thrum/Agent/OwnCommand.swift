import CLinux
import Glibc
import ThrumPattern
import ThrumSystem

/// This program, run as another process with other arguments. It ends with this one.
final class OwnCommand {
  /// Longest time, s, and most output, bytes.
  private static let (seconds, most) = (120.0, 24 << 20)

  /// Path of this program. The kernel's link works even after the file was replaced.
  static let program = access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : ownPath

  private static var ownPath: String {
    guard let name = thrum_program_path(), let path = realpath(name, nil) else { return "thrum" }
    defer { free(path) }
    return String(cString: path)
  }

  struct Answer {
    let code: Int32
    let output: [UInt8]
    let messages: [UInt8]
  }

  private let child: ChildProcess
  private let (out, err): (Int32, Int32)
  private let deadline: UInt64
  private var isOver = false

  /// Starts the command. Its standard input is empty.
  ///
  /// - Throws: `Failure` if it cannot be started.
  init(_ arguments: [String], unless cancellation: ChildCancellation) throws {
    let (out, err) = (thrum_memory_file("thrum-output"), thrum_memory_file("thrum-messages"))
    (self.out, self.err) = (out, err)
    deadline = thrum_monotonic_nanoseconds() + UInt64(OwnCommand.seconds * 1e9)
    do {
      guard out >= 0, err >= 0 else { throw Failure(.system, "no memory for the output: \(systemError())") }
      do throws(ChildProblem) {
        child = try ChildProcess([OwnCommand.program] + arguments, into: (out, err), unless: cancellation)
      } catch {
        guard case .notStarted(let number) = error else { throw Failure(.system, "cannot start the command") }
        throw Failure(.system, "cannot start the command: \(String(cString: strerror(number)))")
      }
    } catch {
      if out >= 0 { close(out) }
      if err >= 0 { close(err) }
      throw error
    }
  }

  deinit {
    if !isOver { child.end() }
    close(out)
    close(err)
  }

  /// Waits until it ends.
  ///
  /// - Throws: `Failure` if it takes too long, prints too much or is cancelled.
  func answer() throws -> Answer {
    while true {
      let now = thrum_monotonic_nanoseconds()
      switch child.wait(for: [.cancellation], until: min(deadline, now + 200_000_000)) {
      case .end:
        let code = child.reap()
        isOver = true
        return Answer(code: code, output: OwnCommand.bytes(of: out), messages: OwnCommand.bytes(of: err))
      case .cancellation: throw Failure(.system, "the call was cancelled")
      case .deadline, .output:
        if now >= deadline { throw Failure(.system, "it took longer than \(Int(OwnCommand.seconds)) s") }
        guard OwnCommand.size(of: out) + OwnCommand.size(of: err) <= OwnCommand.most else {
          throw Failure(.badData, "the answer is too long")
        }
      }
    }
  }

  private static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func bytes(of file: Int32) -> [UInt8] {
    let size = min(most, size(of: file))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(file, buffer.baseAddress.map { $0 + count }, size - count, count)
        if got <= 0 { return }
        count += got
      }
    }
  }
}
