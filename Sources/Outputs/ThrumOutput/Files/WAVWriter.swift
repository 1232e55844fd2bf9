import CAudio
import Glibc
import ThrumDevice
import ThrumSystem

/// Writes a WAV file with floats or integers. The same samples give the same bytes.
///
/// A file created at a path appears there when complete. A failure leaves an existing file intact.
///
/// - Thread: one at a time.
public final class WAVWriter {
  private enum Sink {
    /// A file created here and renamed at the end.
    case place(FilePlace)
    /// The caller's file. Its header is rewritten at the end.
    case file(start: off_t)
    /// A pipe, whose header cannot be rewritten.
    case stream
  }

  private let path: String
  private let sink: Sink
  private let header: WAVHeader
  private var descriptor: Int32
  private var dither: Dither?
  private var block: FileBlock
  private var samples = SampleBuffer()
  private var writer: BlockWriter?
  private var reservedFrames = 0
  /// Frames written.
  public private(set) var frames = 0
  /// Samples clipped in integer formats.
  public private(set) var clippedSamples = 0

  private static let blockBytes = 1 << 18
  private static let longBlockBytes = 1 << 20
  private static let mostSamplesAtOnce = 1 << 24

  /// Creates the file.
  ///
  /// - Throws: ``FileError`` if the file cannot be created, or the format does not allow this channel count or rate.
  public convenience init(path: String, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false)
    throws(FileError)
  {
    try self.init(
      place: FilePlace(path: path), sampleRate: sampleRate, channels: channels, format: format, dithers: dithers)
  }

  /// Creates the file at a destination that the caller also manages.
  package convenience init(
    place: FilePlace, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false
  ) throws(FileError) {
    let header = try WAVHeader(sampleRate: sampleRate, channels: channels, format: format).checked(path: place.path)
    let descriptor = place.create()
    guard descriptor >= 0 else { throw FileError(path: place.path, cause: String(cString: strerror(errno))) }
    self.init(place.path, .place(place), descriptor, header, dithers: dithers)
  }

  /// Writes to an open descriptor, which stays open. A pipe's header declares an unknown length.
  ///
  /// - Throws: ``FileError`` if the format does not allow this channel count or rate.
  public convenience init(
    descriptor: Int32, name: String, sampleRate: Int, channels: Int, format: SampleFormat, dithers: Bool = false
  ) throws(FileError) {
    let header = try WAVHeader(sampleRate: sampleRate, channels: channels, format: format).checked(path: name)
    let start = lseek(descriptor, 0, SEEK_CUR)
    // The header of a file opened for appending cannot be rewritten.
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

  /// Announces the expected number of frames before the first is written.
  ///
  /// For more than 1 MB, tries to reserve space and to write on a separate thread. The actual length may differ.
  ///
  /// Source: `fallocate(2)`, which does not change the file's length.
  public func prepare(forFrames frames: Int) {
    let (bytes, isTooMuch) = frames.multipliedReportingOverflow(by: header.channels * header.format.fileByteCount)
    guard descriptor >= 0, self.frames == 0, writer == nil, !isTooMuch, bytes > WAVWriter.longBlockBytes else { return }
    writer = try? BlockWriter(descriptor)
    if writer != nil {
      block.bytes += [UInt8](repeating: 0, count: WAVWriter.longBlockBytes - block.bytes.count)
    }
    guard case .place = sink else { return }
    // Even a failed call may have reserved part of the space.
    _ = thrum_file_reserve(descriptor, Int64(bytes))
    reservedFrames = frames
  }

  /// Appends interleaved frames.
  ///
  /// - Throws: ``FileError`` after a failed write. A file created here is then deleted, and further calls do nothing.
  public func write(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    guard descriptor >= 0 else { return }
    var rest = samples[...]
    while !rest.isEmpty {
      // 24-bit samples are first stored in 32 bits, so keep 4 bytes free.
      let room = max(0, block.room - 4) / header.format.fileByteCount
      let part = rest.prefix(room)
      put(UnsafeBufferPointer(rebasing: part))
      rest = rest.dropFirst(part.count)
      if part.count == room { try passBlockOn() }
    }
    frames += samples.count / header.channels
  }

  /// Appends interleaved frames from `fill`.
  ///
  /// `fill` receives room for `least` samples or more, and returns how many it wrote. Floats go directly into the
  /// file's next block. Once the writer has finished or failed, `fill` is not called.
  ///
  /// - Throws: ``FileError``, as ``write(_:)`` does. If `least` exceeds 2²⁴, the file is unchanged.
  public func append(
    atLeast least: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int
  ) throws(FileError) {
    guard descriptor >= 0 else { return }
    guard least <= WAVWriter.mostSamplesAtOnce else {
      let most = WAVWriter.mostSamplesAtOnce
      throw FileError(path: path, cause: "cannot append \(least) samples at once: append \(most) or fewer")
    }
    let channels = header.channels
    let count = max(1, (max(0, least) + channels - 1) / channels) * channels
    if header.format == .float32, count * MemoryLayout<Float>.stride <= block.bytes.count {
      if block.room < count * MemoryLayout<Float>.stride { try passBlockOn() }
      frames += block.append(channels: channels, fill) / channels
    } else {
      try samples.pass(count * max(1, 4096 / count), from: fill, to: write)
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

  private func passBlockOn() throws(FileError) {
    guard let writer else { return try writeBlock() }
    if let code = writer.exchange(&block) { throw failed(code) }
  }

  private func writeBlock() throws(FileError) {
    if let code = block.write(to: descriptor) { throw failed(code) }
    block.clear()
  }

  private func flush() throws(FileError) {
    let writer = self.writer
    self.writer = nil
    if let code = writer?.finish() { throw failed(code) }
    try writeBlock()
  }

  /// Completes the file and gives it its final name.
  ///
  /// - Throws: ``FileError``, as ``write(_:)`` does.
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

  /// Ends writing. Deletes the unfinished file if it was created here.
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

extension WAVHeader {
  fileprivate func checked(path: String) throws(FileError) -> WAVHeader {
    if let problem { throw FileError(path: path, cause: problem) }
    return self
  }
}
