import ThrumDevice
import ThrumOutput
import ThrumSystem

final class UploadedSound {
  enum Problem: Error, Equatable {
    case noMemory
    case unreadable(String)
    case noLibrary(String)
    /// The work was ended.
    case ended(StudioError)
  }

  static let endings = ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus", "mp3"]

  private let file: MemoryFile

  init(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { file = try MemoryFile(bytes) } catch { throw .noMemory }
  }

  func stream() throws(Problem) -> SoundStream {
    do throws(SoundError) { return try SoundStream(path: file.path) } catch {
      switch error.reason {
      case .noLibrary: throw .noLibrary(error.detail)
      case .noMemory, .noRoom: throw .noMemory
      default: throw .unreadable(error.detail)
      }
    }
  }

  /// Reads the header and the first block, to reject sounds that no pattern can play.
  @discardableResult func check() throws(Problem) -> SoundStream {
    let sound = try stream()
    guard sound.frames <= SoundFileReader.frameLimit else {
      throw .unreadable("it is longer than \(SoundFileReader.frameLimit / 48_000 / 60) minutes at 48 kHz")
    }
    guard sound.frames == 0 || !sound.next().isEmpty else { throw .unreadable("the beginning cannot be decoded") }
    return sound
  }
}

extension HTTPResponse {
  static func refusal(_ problem: UploadedSound.Problem, _ name: String) -> HTTPResponse {
    switch problem {
    case .noMemory: .refusal(503, "busy", "\(name): not enough memory; try again later")
    case .unreadable(let cause):
      .refusal(422, "noSound", "\(name) is not a sound that Thrum can read: \(cause)")
    case .noLibrary(let cause): .refusal(422, "noSound", "\(name) cannot be read: \(cause)")
    case .ended(let reason): .refusal(499, "abandoned", "\(name): \(reason)")
    }
  }
}
