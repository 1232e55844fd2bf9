import ThrumSystem
import COutput
import Glibc
import ThrumDevice

/// Writes a WAV file: floats, or integers of 16, 24 or 32 bits. The bytes depend on the samples alone.
///
/// The file appears whole (`FilePlace`): a failed run leaves an older file intact.
///
/// - Thread: one at a time.
public final class WAVWriter {
  /// Where the bytes go.
  private enum Sink {
    /// A file of ours, which gets its name at the end.
    case place(FilePlace)
    /// Somebody else's file, whose header is written again at the end.
    case file(start: off_t)
    /// A pipe: what is written is written.
    case stream
  }

  private let path: String
  private let sink: Sink
  private let header: WAVHeader
  private var descriptor: Int32
  private var dither: Dither?
  private var block: FileBlock
  /// Samples before they become integers.
  private var samples: [Float] = []
  /// Writes the blocks of a long file beside its rendering.
  private var writer: BlockWriter?
  /// Frames that the system has made room for.
  private var reservedFrames = 0
  /// Frames written so far.
  public private(set) var frames = 0
  /// Samples so far that no integer could hold.
  public private(set) var clippedSamples = 0

  private static let blockBytes = 1 << 18
  private static let longBlockBytes = 1 << 20
  private static let mostSamplesAtOnce = 1 << 24

  /// Creates the file.
  ///
  /// - Throws: ``FileError`` when the folder does not exist or cannot be written to, or a WAV file has no room for this number
  ///   of channels or this sample rate.
  public convenience init(path: String, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false)
    throws(FileError)
  {
    try self.init(
      place: FilePlace(path: path), sampleRate: sampleRate, channels: channels, format: format, dithers: dithers)
  }

  /// Creates the file at a place that somebody else watches over, too: until it is finished it grows at the place's
  /// temporary path.
  ///
  /// - Throws: ``FileError`` when the folder does not exist or cannot be written to, or a WAV file has no room for this number
  ///   of channels or this sample rate.
  package convenience init(
    place: FilePlace, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false
  ) throws(FileError) {
    let header = try WAVHeader(sampleRate: sampleRate, channels: channels, format: format, path: place.path)
    let descriptor = place.create()
    guard descriptor >= 0 else { throw FileError(path: place.path, cause: String(cString: strerror(errno))) }
    self.init(place.path, .place(place), descriptor, header, dithers: dithers)
  }

  /// Writes to an open descriptor, which stays open. `name` is for messages. What goes to a pipe says in its header that its
  /// length is not known.
  ///
  /// - Throws: ``FileError`` when a WAV file has no room for this number of channels or this sample rate.
  public convenience init(
    descriptor: Int32, name: String, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false
  ) throws(FileError) {
    let header = try WAVHeader(sampleRate: sampleRate, channels: channels, format: format, path: name)
    let start = lseek(descriptor, 0, SEEK_CUR)
    // What is appended to cannot be written again.
    let isFile = start >= 0 && fcntl(descriptor, F_GETFL) & O_APPEND == 0
    self.init(
      name, isFile ? .file(start: start) : .stream, descriptor, header, dithers: dithers)
  }

  private init(_ path: String, _ sink: Sink, _ descriptor: Int32, _ header: WAVHeader, dithers: Bool) {
    self.path = path
    self.sink = sink
    self.descriptor = descriptor
    self.header = header
    dither = dithers && header.format != .float32 ? Dither() : nil
    block = FileBlock(header: header.bytes(frames: nil), size: WAVWriter.blockBytes)
  }

  deinit { abandon() }

  /// Says, before the first frame, how many are expected. A file of more than 1 MB is then written by a thread of its own while the
  /// next block is rendered, and the system reserves its room. Only a hint: without a thread or room the file is written all the
  /// same, and it may become longer or shorter.
  ///
  /// Source: `fallocate(2)`, which leaves the file's length as it is.
  public func prepare(forFrames frames: Int) {
    let (bytes, isTooMuch) = frames.multipliedReportingOverflow(by: header.channels * header.format.fileByteCount)
    guard descriptor >= 0, self.frames == 0, writer == nil, !isTooMuch, bytes > WAVWriter.longBlockBytes else { return }
    writer = try? BlockWriter(descriptor)
    if writer != nil {
      block.bytes += [UInt8](repeating: 0, count: WAVWriter.longBlockBytes - block.bytes.count)
    }
    guard case .place = sink else { return }
    // Whatever it says, it may have reserved a part.
    _ = thrum_file_reserve(descriptor, Int64(bytes))
    reservedFrames = frames
  }

  /// Appends interleaved frames.
  ///
  /// - Throws: ``FileError`` when these, or earlier ones, could not be written; the file is gone then, and further calls do nothing.
  public func write(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    guard descriptor >= 0 else { return }
    var rest = samples[...]
    while !rest.isEmpty {
      // A few bytes stay, so that 24 bits may be written as 32.
      let room = max(0, block.room - 4) / header.format.fileByteCount
      let part = rest.prefix(room)
      put(UnsafeBufferPointer(rebasing: part))
      rest = rest.dropFirst(part.count)
      if part.count == room { try passBlockOn() }
    }
    frames += samples.count / header.channels
  }

  /// Appends what `fill` leaves in memory that has room for `least` samples or more: interleaved whole frames, as many samples as it
  /// returns. In floats the memory is the file's next block, and nothing is copied. Once the file is finished or has failed, `fill` is
  /// not called.
  ///
  /// - Throws: ``FileError`` as ``write(_:)`` does, and when `least` is more than 2²⁴; then nothing has changed.
  public func append(
    atLeast least: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int
  ) throws(FileError) {
    guard descriptor >= 0 else { return }
    guard least <= WAVWriter.mostSamplesAtOnce else {
      let most = WAVWriter.mostSamplesAtOnce
      throw FileError(path: path, cause: "\(least) samples are too many at once: append \(most) or fewer")
    }
    let channels = header.channels
    let count = max(1, (max(0, least) + channels - 1) / channels) * channels
    if header.format == .float32, count * MemoryLayout<Float>.stride <= block.bytes.count {
      if block.room < count * MemoryLayout<Float>.stride { try passBlockOn() }
      frames += block.append(channels: channels, fill) / channels
    } else {
      if samples.count < count { samples = [Float](repeating: 0, count: count * max(1, 4096 / count)) }
      var given: [Float] = []
      swap(&given, &samples)
      defer { swap(&given, &samples) }
      let filled = given.withUnsafeMutableBufferPointer { fill($0) }
      try given.withUnsafeBufferPointer { (all) throws(FileError) in
        try write(UnsafeBufferPointer(rebasing: all.prefix(max(0, filled))))
      }
    }
  }

  private func put(_ samples: UnsafeBufferPointer<Float>) {
    let size = header.format.fileByteCount
    var place = block.end
    block.end += size * samples.count
    guard header.format != .float32 else {
      block.bytes.withUnsafeMutableBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: bytes[place...]).copyMemory(from: UnsafeRawBufferPointer(samples))
      }
      return
    }
    let fullScale = header.format.fullScale
    block.bytes.withUnsafeMutableBytes { bytes in
      for sample in samples {
        if sample > 1 || sample < -1 { clippedSamples += 1 }
        let noise = dither?.next() ?? 0
        let value = SampleFormat.integer(Double(sample) + noise / fullScale, fullScale: fullScale)
        bytes.storeBytes(of: value.littleEndian, toByteOffset: place, as: Int32.self)
        place += size
      }
    }
  }

  /// Writes the full block, or hands it over to be written while the next one is filled.
  private func passBlockOn() throws(FileError) {
    guard let writer else { return try writeBlock() }
    if let code = writer.exchange(&block) { throw failed(code) }
  }

  private func writeBlock() throws(FileError) {
    if let code = block.write(to: descriptor) { throw failed(code) }
    block.clear()
  }

  /// Waits for the blocks on their way, then writes what is left.
  private func flush() throws(FileError) {
    let writer = self.writer
    self.writer = nil
    if let code = writer?.finish() { throw failed(code) }
    try writeBlock()
  }

  /// Completes the file and gives it its name.
  ///
  /// - Throws: ``FileError`` when something could not be written; the file is gone then.
  public func finish() throws(FileError) {
    guard descriptor >= 0 else { return }
    try flush()
    let complete = header.bytes(frames: frames)
    switch sink {
    case .stream: descriptor = -1
    case .file(let start):
      guard pwrite(descriptor, complete, complete.count, start) == complete.count else { throw failed(errno) }
      descriptor = -1
    case .place(let place):
      guard pwrite(descriptor, complete, complete.count, 0) == complete.count else { throw failed(errno) }
      // What was reserved and not used goes back.
      if reservedFrames > frames { ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR)) }
      let result = close(descriptor)
      descriptor = -1
      guard result == 0 else {
        let cause = String(cString: strerror(errno))
        place.abandon()
        throw FileError(path: path, cause: cause)
      }
      do throws(SystemError) { try place.commit() } catch {
        throw FileError(path: path, cause: error.description)
      }
    }
  }

  private func failed(_ code: Int32) -> FileError {
    let error = FileError(path: path, cause: String(cString: strerror(code)))
    abandon()
    return error
  }

  /// Closes and removes what was written.
  public func abandon() {
    guard descriptor >= 0 else { return }
    writer?.cancel()
    writer = nil
    if case .place(let place) = sink {
      close(descriptor)
      place.abandon()
    }
    descriptor = -1
  }
}

/// Why a file could not be written or read.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// In the system's words.
  public let cause: String

  /// Makes an error.
  public init(path: String, cause: String) {
    self.path = path
    self.cause = cause
  }

  /// One sentence.
  public var description: String { "\(path): \(cause)" }
}
