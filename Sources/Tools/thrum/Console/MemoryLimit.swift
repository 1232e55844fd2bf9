import CLinux
import Glibc

/// The limit on address space (`ulimit -v`). Swift aborts when an allocation fails, so a file's needs are estimated
/// before it is read.
enum MemoryLimit {
  /// Bytes needed per byte of a file to read, check and compile it. Measured: 17 for a `.haptic`
  /// envelope, 13 for AHAP.
  static let bytesPerByte = 20

  /// Address space for other needs: stacks, libraries loaded on demand, buffers.
  static let floor = 128_000_000

  /// Throws `Failure` if less than ``floor`` is left. Under a limit, also makes threads share one heap, since glibc
  /// reserves 64 MB for each further one.
  static func checkStart() throws {
    guard let left = bytesLeft else { return }
    thrum_share_heap()
    guard left < floor else { return }
    throw Failure(
      .system,
      "not enough memory: \(megabytes(floor)) is needed, but the limit leaves \(megabytes(left)): raise it (ulimit -v)"
    )
  }

  static func check(_ bytes: Int, name: String) throws {
    let needed = bytes * bytesPerByte
    guard let left = bytesLeft, needed > left else { return }
    throw Failure(
      .system,
      "\(name): not enough memory: a file of \(megabytes(bytes)) may need \(megabytes(needed)), but the limit leaves "
        + "\(megabytes(left)): raise it (ulimit -v), or split the pattern")
  }

  /// `nil` if unlimited.
  static var bytesLeft: Int? {
    let left = thrum_address_space_left()
    return left < 0 ? nil : Int(left)
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}
