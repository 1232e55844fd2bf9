import Glibc

/// Writes whole files: beside their place first, then renamed, so that a failed run leaves an older file intact.
enum AtomicFile {
  /// Writes bytes; `-` is standard output.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try Console.out(bytes: bytes) }
    let temporary = path + ".\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(.inputOutput, "cannot write \(path): \(systemError())") }
    var cause: String?
    var rest = bytes[...]
    while cause == nil, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { cause = systemError() }
    }
    if close(descriptor) != 0, cause == nil { cause = systemError() }
    if cause == nil, rename(temporary, path) != 0 { cause = systemError() }
    if let cause {
      unlink(temporary)
      throw Failure(.inputOutput, "cannot write \(path): \(cause)")
    }
  }
}
