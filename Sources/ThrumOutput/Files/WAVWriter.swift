import CSndFile
import Glibc
import ThrumDevice
import ThrumRender

/// Writes a WAV file through libsndfile: float, 16, 24 or 32 bit. The bytes depend on the samples alone.
///
/// The file appears whole (``FilePlace``): a failed run leaves an older file intact.
///
/// - Thread: one at a time.
public final class WAVWriter {
  private var file: OpaquePointer?
  private let path: String
  private let place: FilePlace?
  private let channels: Int
  /// Frames written so far.
  public private(set) var frames = 0

  /// Formats of a file's samples.
  public enum Format: String, CaseIterable, Sendable {
    case float
    case pcm16 = "s16"
    case pcm24 = "s24"
    case pcm32 = "s32"

    /// Bytes of a sample.
    public var byteCount: Int {
      switch self {
      case .float, .pcm32: 4
      case .pcm24: 3
      case .pcm16: 2
      }
    }

    fileprivate var code: Int32 {
      switch self {
      case .float: Int32(SF_FORMAT_FLOAT)
      case .pcm16: Int32(SF_FORMAT_PCM_16)
      case .pcm24: Int32(SF_FORMAT_PCM_24)
      case .pcm32: Int32(SF_FORMAT_PCM_32)
      }
    }
  }

  /// Creates the file.
  ///
  /// - Throws: ``FileError`` when the folder does not exist or cannot be written to.
  public convenience init(path: String, sampleRate: Int, channels: Int, format: Format) throws(FileError) {
    try self.init(place: FilePlace(path: path), sampleRate: sampleRate, channels: channels, format: format)
  }

  /// Creates the file at a place that somebody else watches over, too: until it is finished it grows at the place's
  /// temporary path.
  ///
  /// - Throws: ``FileError`` when the folder does not exist or cannot be written to.
  public convenience init(place: FilePlace, sampleRate: Int, channels: Int, format: Format) throws(FileError) {
    try self.init(path: place.path, place: place, sampleRate, channels, format) {
      let descriptor = place.create()
      guard descriptor >= 0 else { return nil }
      guard let file = sf_open_fd(descriptor, Int32(SFM_WRITE), $0, Int32(SF_TRUE)) else {
        place.abandon()
        return nil
      }
      return file
    }
  }

  /// Writes to an open, seekable descriptor, which stays open. `name` is for messages.
  public convenience init(descriptor: Int32, name: String, sampleRate: Int, channels: Int, format: Format)
    throws(FileError)
  {
    try self.init(path: name, place: nil, sampleRate, channels, format) {
      sf_open_fd(descriptor, Int32(SFM_WRITE), $0, 0)
    }
  }

  private init(
    path: String, place: FilePlace?, _ sampleRate: Int, _ channels: Int, _ format: Format,
    open: (UnsafeMutablePointer<SF_INFO>) -> OpaquePointer?
  ) throws(FileError) {
    self.path = path
    self.place = place
    self.channels = channels
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate)
    info.channels = Int32(clamping: channels)
    info.format = Int32(SF_FORMAT_WAV) | format.code
    errno = 0
    file = open(&info)
    guard file != nil else {
      let cause = errno != 0 ? String(cString: strerror(errno)) : String(cString: sf_strerror(nil))
      throw FileError(path: path, cause: cause)
    }
    // The peak chunk holds a time stamp; the same samples shall give the same bytes.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
  }

  deinit { abandon() }

  /// Appends interleaved frames.
  public func write(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    guard let file, let base = samples.baseAddress else { return }
    let count = samples.count / channels
    errno = 0
    let written = sf_writef_float(file, base, sf_count_t(count))
    guard written == count else {
      let cause = errno != 0 ? String(cString: strerror(errno)) : String(cString: sf_strerror(file))
      abandon()
      throw FileError(path: path, cause: cause)
    }
    frames += count
  }

  /// Completes the file and gives it its name.
  public func finish() throws(FileError) {
    guard let file else { return }
    self.file = nil
    errno = 0
    let result = sf_close(file)
    guard result == 0 else {
      place?.abandon()
      throw FileError(path: path, cause: String(cString: sf_error_number(result)))
    }
    try place?.commit()
  }

  /// Closes and removes what was written.
  public func abandon() {
    guard let file else { return }
    self.file = nil
    sf_close(file)
    place?.abandon()
  }
}

/// Why a file could not be written or read.
///
/// - Thread: any; a value.
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
