import CLinux
import Glibc
import ThrumSystem

enum AtomicFile {
  /// Writes bytes to a path, or to standard output for `-`. A failed write leaves an existing file untouched.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try Console.out(bytes: bytes) }
    let place = FilePlace(path: path)
    let guards = try PartialFiles.removedBySignals()
    defer { withExtendedLifetime(guards) {} }
    let descriptor = place.create()
    guard descriptor >= 0 else { throw Failure(.inputOutput, "cannot write \(path): \(systemError())") }
    do throws(SystemError) {
      var error: SystemError?
      do throws(SystemError) { try writeAll(bytes, to: descriptor) } catch let failure { error = failure }
      if close(descriptor) != 0, error == nil { error = SystemError() }
      if let error {
        place.abandon()
        throw error
      }
      try place.commit()
    } catch { throw Failure(.inputOutput, "cannot write \(path): \(error)") }
  }
}
