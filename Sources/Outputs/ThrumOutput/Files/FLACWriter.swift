import CAudio
import CLinux
import Glibc
import ThrumDevice
import ThrumSystem

/// Encodes 16-bit or 24-bit FLAC, lossless after rounding.
package final class FLACWriter {
  private let path: String
  private let channels: Int
  private let fullScale: Double
  private let shift: Int32
  private let place: FilePlace?
  private let descriptor: Int32
  private var dither: Dither?
  private var sound: OpaquePointer?
  private var isClosed = false
  private var samples = SampleBuffer()
  private var integers: [Int32] = []
  package private(set) var frames = 0
  package private(set) var clippedSamples = 0

  package static var libraryProblem: String? { thrum_sndfile_load().map { String(cString: $0) } }

  /// The file appears at its destination once it is complete.
  package convenience init(
    place: FilePlace, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false
  ) throws(FileError) {
    let descriptor = place.create()
    guard descriptor >= 0 else { throw FileError(path: place.path, cause: String(cString: strerror(errno))) }
    try self.init(
      place.path, place, descriptor, sampleRate: sampleRate, channels: channels, format: format, dithers: dithers)
  }

  /// The file must be empty, and stays open.
  package convenience init(
    descriptor: Int32, name: String, sampleRate: Int, channels: Int, format: SampleFormat = .signed16
  ) throws(FileError) {
    try self.init(
      name, nil, descriptor, sampleRate: sampleRate, channels: channels, format: format, dithers: false)
  }

  private init(
    _ path: String, _ place: FilePlace?, _ descriptor: Int32, sampleRate: Int, channels: Int, format: SampleFormat,
    dithers: Bool
  ) throws(FileError) {
    (self.path, self.place, self.descriptor, self.channels) = (path, place, descriptor, max(1, channels))
    // libsndfile accepts 32-bit integers and stores their upper bits.
    shift = format == .signed24 ? 8 : 16
    fullScale = (format == .signed24 ? SampleFormat.signed24 : .signed16).fullScale
    dither = dithers ? Dither() : nil
    guard format == .signed16 || format == .signed24 else {
      throw failed("FLAC supports s16 and s24, not \(format.rawValue)")
    }
    if let problem = FLACWriter.libraryProblem { throw failed(problem) }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate)
    info.channels = Int32(clamping: channels)
    info.format = Int32(SF_FORMAT_FLAC) | Int32(format == .signed24 ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_16)
    sound = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0)
    if sound == nil { throw failed(String(cString: sf_strerror(nil))) }
  }

  deinit { abandon() }

  /// Appends interleaved frames, full scale 1.
  ///
  /// - Throws: ``FileError`` after a failed write. A file created here is then deleted.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    guard let sound else { return }
    integers.removeAll(keepingCapacity: true)
    for sample in samples {
      if sample > 1 || sample < -1 { clippedSamples += 1 }
      let noise = dither?.next() ?? 0
      integers.append(SampleFormat.integer(Double(sample) + noise / fullScale, fullScale: fullScale) << shift)
    }
    let count = integers.count / channels
    errno = 0
    guard sf_writef_int(sound, integers, sf_count_t(count)) == sf_count_t(count) else { throw failed(encoderProblem) }
    frames += count
  }

  /// Appends interleaved frames from `fill`, which receives room for `least` samples and returns how many it wrote.
  package func append(
    atLeast least: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int
  ) throws(FileError) {
    let count = (max(least, 4096) + channels - 1) / channels * channels
    try samples.pass(count, from: fill, to: write)
  }

  package func finish() throws(FileError) {
    guard let sound else { return }
    self.sound = nil
    errno = 0
    guard sf_close(sound) == 0 else { throw failed(encoderProblem) }
    guard let place else { return }
    isClosed = true
    guard close(descriptor) == 0 else {
      let cause = String(cString: strerror(errno))
      place.abandon()
      throw FileError(path: path, cause: cause)
    }
    do throws(SystemError) { try place.commit() } catch { throw FileError(path: path, cause: error.description) }
  }

  private var encoderProblem: String { errno == 0 ? "the encoder failed" : String(cString: strerror(errno)) }

  private func failed(_ cause: String) -> FileError {
    abandon()
    return FileError(path: path, cause: cause)
  }

  private func abandon() {
    if let sound { sf_close(sound) }
    sound = nil
    guard let place, !isClosed else { return }
    isClosed = true
    close(descriptor)
    place.abandon()
  }
}

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
