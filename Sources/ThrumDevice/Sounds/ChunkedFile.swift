import Glibc

/// The length of an uncompressed sound, read from its header: RIFF/WAVE, AIFF, CAF. For builds without a decoder,
/// where the sound itself is silence.
///
/// - Thread: any; a value.
struct SoundHeader: Equatable {
  /// Frames a second of the file.
  let sampleRate: Double
  /// Frames of the file.
  let frameCount: Int

  /// Reads the chunks of a file; `nil` when it is none of the three, compressed, or broken.
  init?(path: String) {
    guard let file = Chunks(path: path), let header = SoundHeader(file) else { return nil }
    self = header
  }

  init?(_ file: Chunks) {
    switch file.text(0) {
    case "RIFF": self.init(wave: file)
    case "FORM": self.init(aiff: file)
    case "caff": self.init(caf: file)
    default: return nil
    }
  }

  private init?(wave file: Chunks) {
    guard let format = file.find("fmt ", from: 12, isLittle: true), format.count >= 16,
      let data = file.find("data", from: 12, isLittle: true)
    else { return nil }
    let tag = file.little(format.lowerBound, 2)
    let rate = file.little(format.lowerBound + 4, 4)
    let bytesPerFrame = file.little(format.lowerBound + 12, 2)
    guard [1, 3, 0xFFFE].contains(tag) else { return nil }
    self.init(rate: Double(rate), bytes: data.count, bytesPerFrame: bytesPerFrame)
  }

  private init?(aiff file: Chunks) {
    guard let common = file.find("COMM", from: 12, isLittle: false), common.count >= 18 else { return nil }
    let isCompressed =
      file.text(8) == "AIFC" && !["NONE", "sowt", "fl32", "FL32"].contains(file.text(common.lowerBound + 18))
    guard !isCompressed else { return nil }
    // The rate is an 80-bit number: exponent and a 64-bit mantissa.
    let exponent = file.big(common.lowerBound + 8, 2) & 0x7FFF
    let mantissa = file.big(common.lowerBound + 10, 4)
    let rate = Double(mantissa) * pow(2, Double(exponent - 16383 - 31))
    self.init(rate: rate, frames: file.big(common.lowerBound + 2, 4))
  }

  private init?(caf file: Chunks) {
    guard file.text(8) == "desc", file.count >= 52, file.text(28) == "lpcm" else { return nil }
    let rate = Double(bitPattern: UInt64(bitPattern: Int64(file.big(20, 8))))
    let bytesPerPacket = file.big(36, 4)
    guard let data = file.findWide("data", from: 8) else { return nil }
    self.init(rate: rate, bytes: max(0, data.count - 4), bytesPerFrame: bytesPerPacket)
  }

  private init?(rate: Double, bytes: Int, bytesPerFrame: Int) {
    guard bytesPerFrame > 0 else { return nil }
    self.init(rate: rate, frames: bytes / bytesPerFrame)
  }

  private init?(rate: Double, frames: Int) {
    guard rate >= 1, rate <= 1e6, frames >= 0 else { return nil }
    sampleRate = rate
    frameCount = frames
  }
}

/// The bytes of a file of chunks, read where they are asked for. Reading beyond the end gives 0.
///
/// - Thread: any; a value.
struct Chunks {
  private let read: (Range<Int>) -> [UInt8]
  /// Bytes in all.
  let count: Int

  /// Bytes in memory.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    read = { Array(bytes[$0]) }
  }

  /// A file; `nil` for what is none, such as a folder or a pipe.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = OpenFile(path)
    else { return nil }
    count = Int(status.st_size)
    read = file.bytes
  }

  private func bytes(_ offset: Int, _ size: Int) -> [UInt8] {
    guard offset >= 0, offset + size <= count else { return [] }
    return read(offset..<(offset + size))
  }

  func text(_ offset: Int) -> String { String(decoding: bytes(offset, 4), as: UTF8.self) }

  func big(_ offset: Int, _ size: Int) -> Int {
    Int(truncatingIfNeeded: bytes(offset, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  func little(_ offset: Int, _ size: Int) -> Int {
    Int(truncatingIfNeeded: bytes(offset, size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The content of the first chunk of a name, as far as it is there; sizes of 32 bits, padded to two.
  func find(_ name: String, from start: Int, isLittle: Bool) -> Range<Int>? {
    var offset = start
    while offset + 8 <= count {
      let size = isLittle ? little(offset + 4, 4) : big(offset + 4, 4)
      let end = min(count, offset + 8 + size)
      if text(offset) == name { return (offset + 8)..<end }
      offset = offset + 8 + size + size % 2
    }
    return nil
  }

  /// The same with sizes of 64 bits; −1 means to the end of the file.
  func findWide(_ name: String, from start: Int) -> Range<Int>? {
    var offset = start
    while offset + 12 <= count {
      let size = big(offset + 4, 8)
      let isOpen = size < 0 || size > count
      let end = isOpen ? count : min(count, offset + 12 + size)
      if text(offset) == name { return (offset + 12)..<end }
      guard !isOpen else { return nil }
      offset = end
    }
    return nil
  }
}

/// A file that is open for reading, and closed with its last reference.
private final class OpenFile {
  private let descriptor: Int32

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// What is there of a range; less of a file that has become shorter.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, range.count, off_t(range.lowerBound)))
    }
  }
}
