import COutput
import CRealtime
import Glibc
import ThrumDevice

/// A sound as FLAC of 16 bits, which every browser decodes. Lossless after rounding (`sf_writef_int`).
package enum FLACSound {
  /// - Parameters:
  ///   - samples: interleaved, full scale 1; clipped to it.
  ///   - sampleRate: frames per second, up to 655 350.
  package static func encoded(_ samples: [Float], channels: Int, sampleRate: Int) throws(FileError) -> [UInt8] {
    func failed(_ cause: String) -> FileError { FileError(path: "sound.flac", cause: cause) }
    if let problem = thrum_sndfile_load() { throw failed(String(cString: problem)) }
    let file = thrum_memory_file("thrum-flac")
    guard file >= 0 else { throw failed(String(cString: strerror(errno))) }
    defer { close(file) }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate)
    info.channels = Int32(clamping: channels)
    info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    guard let sound = sf_open_fd(file, Int32(SFM_WRITE), &info, 0) else {
      throw failed(String(cString: sf_strerror(nil)))
    }
    // libsndfile takes integers of 32 bits, and keeps the upper ones.
    let integers = samples.map { SampleFormat.integer(Double($0), fullScale: SampleFormat.signed16.fullScale) << 16 }
    let frames = integers.count / max(1, channels)
    let written = sf_writef_int(sound, integers, sf_count_t(frames))
    let isClosed = sf_close(sound) == 0
    guard written == sf_count_t(frames), isClosed else { throw failed("the encoder failed") }
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
