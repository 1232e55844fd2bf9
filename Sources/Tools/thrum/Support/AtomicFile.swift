import Glibc
import ThrumOutput

/// Writes a file whole or not at all.
enum AtomicFile {
  /// Writes bytes to a path; `-` is standard output. A failed write leaves an older file as it was.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try Console.out(bytes: bytes) }
    let place = FilePlace(path: path)
    let partialFiles = PartialFiles()
    let guards = try partialFiles.removedBySignals()
    defer { withExtendedLifetime(guards) {} }
    let descriptor = try partialFiles.create(place.temporaryPath) {
      place.create()
    }
    guard descriptor >= 0 else { throw Failure(.inputOutput, "cannot write \(path): \(systemError())") }
    var cause: String?
    var rest = bytes[...]
    while cause == nil, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { cause = systemError() }
    }
    if close(descriptor) != 0, cause == nil { cause = systemError() }
    if let cause {
      place.abandon()
      throw Failure(.inputOutput, "cannot write \(path): \(cause)")
    }
    do throws(FileError) { try place.commit() } catch {
      throw Failure(.inputOutput, "cannot write \(error)")
    }
  }
}
