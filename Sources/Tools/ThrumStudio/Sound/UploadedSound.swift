import CRealtime
import Glibc
import ThrumDevice
import ThrumOutput

/// A sound that the page has sent, in memory, with a path by which it can be read.
final class UploadedSound {
  /// Why a sound is of no use.
  enum Problem: Error, Equatable {
    /// The system has no memory or descriptors left.
    case noMemory
    /// It cannot be read, for this reason.
    case unreadable(String)
    /// The library that reads compressed sounds is missing.
    case noLibrary(String)
    /// Nobody waits for it any more.
    case abandoned
  }

  /// What the name of a sound may end in: WAV, AIFF and CAF, and what libsndfile reads.
  static let endings = ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus", "mp3"]

  private let descriptor: Int32

  /// Keeps bytes in memory.
  init(_ bytes: [UInt8]) throws(Problem) {
    descriptor = thrum_memory_file("thrum-sound")
    guard descriptor >= 0 else { throw .noMemory }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
      guard count > 0 else { throw .noMemory }
      done += count
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens it for reading from its beginning.
  func stream() throws(Problem) -> SoundStream {
    do throws(SoundError) { return try SoundStream(path: "/proc/self/fd/\(descriptor)") } catch {
      switch error.reason {
      case .noLibrary: throw .noLibrary(error.detail)
      case .noMemory, .noRoom: throw .noMemory
      default: throw .unreadable(error.detail)
      }
    }
  }

  /// Refuses what no pattern can play. Only the header and the first block are read: many sounds may arrive at once.
  ///
  /// - Returns: what was read from.
  @discardableResult func check() throws(Problem) -> SoundStream {
    let sound = try stream()
    guard sound.frames <= SoundFileReader.frameLimit else {
      throw .unreadable("it is longer than \(SoundFileReader.frameLimit / 48_000 / 60) minutes at 48 kHz")
    }
    guard sound.frames == 0 || !sound.next().isEmpty else { throw .unreadable("its first frames cannot be decoded") }
    return sound
  }
}

extension HTTPResponse {
  /// Why a sound cannot be used.
  static func refusal(_ problem: UploadedSound.Problem, _ name: String) -> HTTPResponse {
    switch problem {
    case .noMemory: .refusal(503, "busy", "\(name): there is no memory for it now; try again later")
    case .unreadable(let cause):
      .refusal(422, "noSound", "\(name) is not a sound that Thrum can read: \(cause)")
    case .noLibrary(let cause): .refusal(422, "noSound", "\(name) cannot be read: \(cause)")
    case .abandoned: .refusal(499, "abandoned", "\(name): the request was given up")
    }
  }
}
