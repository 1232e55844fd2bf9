import CRealtime
import Glibc

/// A limit on the process's address space, as `ulimit -v` sets it. Swift ends a program that gets no memory, so what a
/// file will need is estimated before it is read.
enum MemoryLimit {
  /// Bytes that reading, checking and compiling need at most for each byte of a file; the dearest kind, a `.haptic`
  /// clip's envelope, was measured at 17, AHAP at 13.
  static let bytesPerByte = 20

  /// Bytes of addresses that any command may need besides its files: the stacks of a dozen threads, libraries that are
  /// loaded late, buffers.
  static let floor = 128_000_000

  /// Fails when a limit leaves too little for anything: Dispatch waits forever for a thread that it cannot have. Under
  /// a limit the C library keeps one heap for all threads, since each further one sets 64 MB of addresses aside.
  static func checkStart() throws {
    guard let left = bytesLeft else { return }
    thrum_share_heap()
    guard left < floor else { return }
    throw Failure(
      .system,
      "not enough memory: \(megabytes(floor)) are wanted, and the limit leaves \(megabytes(left)): raise it (ulimit -v)"
    )
  }

  /// Fails when a file of this many bytes may need more than the limit leaves. Without a limit nothing is too much.
  static func check(_ bytes: Int, name: String) throws {
    let needed = bytes * bytesPerByte
    guard let left = bytesLeft, needed > left else { return }
    throw Failure(
      .system,
      "\(name): not enough memory: \(megabytes(bytes)) may need \(megabytes(needed)), and the limit leaves "
        + "\(megabytes(left)): raise it (ulimit -v), or split the pattern")
  }

  /// What the limit leaves, `nil` without one.
  static var bytesLeft: Int? {
    let left = thrum_address_space_left()
    return left < 0 ? nil : Int(left)
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}
