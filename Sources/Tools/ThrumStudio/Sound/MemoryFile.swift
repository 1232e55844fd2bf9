import CRealtime
import Glibc
import ThrumSystem

/// A file in memory, for readers that need a path.
final class MemoryFile {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws(SystemError) {
    descriptor = thrum_memory_file("thrum-sound")
    guard descriptor >= 0 else { throw SystemError() }
    try writeAll(bytes, to: descriptor)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Valid while this object exists.
  var path: String { "/proc/self/fd/\(descriptor)" }
}
