import CLinux
import Glibc
import ThrumDevice
import ThrumOutput

/// A sound from standard input, such as a pipe. It is kept in memory, because a sound is read several times.
final class StandardInputSound {
  static let name = "<stdin>"
  /// Most bytes.
  private static let most = 1 << 30

  private let file: Int32

  /// Reads standard input to its end.
  ///
  /// - Throws: `Failure` if it cannot be read or is too long.
  init() throws {
    file = thrum_memory_file("thrum-stdin")
    guard file >= 0 else { throw Failure(.system, "no memory for standard input: \(systemError())") }
    do { try fill() } catch {
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  func stream() throws(SoundError) -> SoundStream {
    try SoundStream(try OpenFile(again: file, path: StandardInputSound.name), path: StandardInputSound.name)
  }

  private func fill() throws {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    while true {
      let count = try block.withUnsafeMutableBytes {
        try PatternFile.read(STDIN_FILENO, into: $0, name: "standard input")
      }
      if count == 0 { return }
      total += count
      guard total <= StandardInputSound.most else {
        throw Failure(
          .badData, "standard input is longer than \(StandardInputSound.most >> 20) MB: save it as a file first")
      }
      var written = 0
      while written < count {
        let more = block.withUnsafeBytes { write(file, $0.baseAddress.map { $0 + written }, count - written) }
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { throw Failure(.system, "no memory for standard input: \(systemError())") }
        written += more
      }
    }
  }
}
