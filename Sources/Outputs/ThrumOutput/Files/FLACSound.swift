import COutput
import CRealtime
import Glibc
import ThrumDevice

/// 16-bit FLAC, which every browser decodes.
package enum FLACSound {
  /// - Parameters:
  ///   - samples: interleaved, clipped at full scale 1.
  ///   - sampleRate: up to 655 350.
  package static func encoded(_ samples: [Float], channels: Int, sampleRate: Int) throws(FileError) -> [UInt8] {
    func failed(_ cause: String) -> FileError { FileError(path: "sound.flac", cause: cause) }
    let file = thrum_memory_file("thrum-flac")
    guard file >= 0 else { throw failed(String(cString: strerror(errno))) }
    defer { close(file) }
    let writer = try FLACWriter(descriptor: file, name: "sound.flac", sampleRate: sampleRate, channels: channels)
    try samples.withUnsafeBufferPointer { (all) throws(FileError) in try writer.write(all) }
    try writer.finish()
    return try bytes(of: file)
  }

  private static func bytes(of file: Int32) throws(FileError) -> [UInt8] {
    let size = max(0, Int(lseek(file, 0, SEEK_END)))
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let got = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + count }, size - count, off_t(count))
      }
      guard got > 0 else { throw FileError(path: "sound.flac", cause: String(cString: strerror(errno))) }
      count += got
    }
    return bytes
  }
}
