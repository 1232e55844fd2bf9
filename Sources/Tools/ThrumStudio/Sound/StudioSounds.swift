import CLinux
import Glibc
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumSystem

/// A pattern's sounds: nearby files in the studio's folder, or files in the library. All stay open until deinit.
final class StudioSounds {
  private let folder: StudioFolder?
  private let pattern: String
  private var files: [String: Int32] = [:]
  private var librarySounds: [String: MemoryFile] = [:]

  init(folder: StudioFolder?, pattern: String) {
    self.folder = folder
    self.pattern = pattern
  }

  deinit { for descriptor in files.values { close(descriptor) } }

  /// Returns a path that a sound reader can open, or `nil`.
  func path(_ waveform: String) -> String? {
    pattern.hasPrefix("library:") ? libraryPath(waveform) : filePath(waveform)
  }

  /// Looks for a sound, and reads it as the renderer would.
  func state(_ waveform: String) -> SoundState {
    guard let path = path(waveform) else { return .missing(hint: nil) }
    do throws(SoundError) { _ = try SoundFileReader().read(path: path) } catch { return SoundState(error, path) }
    return .plays
  }

  private func libraryPath(_ waveform: String) -> String? {
    if let known = librarySounds[waveform] { return known.path }
    guard let bytes = StudioLibrary.sound(waveform), let file = try? MemoryFile(bytes) else { return nil }
    librarySounds[waveform] = file
    return file.path
  }

  private func filePath(_ waveform: String) -> String? {
    if let known = files[waveform] { return "/proc/self/fd/\(known)" }
    guard let folder else { return nil }
    let folders = FolderPath(pattern)?.folders ?? []
    let near = SoundPlaces.places(of: waveform, inFolder: folders).compactMap { FolderPath($0.joined(separator: "/")) }
    for place in near {
      guard let descriptor = try? folder.openFile(place) else { continue }
      files[waveform] = descriptor
      return "/proc/self/fd/\(descriptor)"
    }
    return nil
  }
}

extension StudioPattern {
  /// A text whose sounds are near `path` in a folder.
  init(_ text: String, path: String, folder: StudioFolder?) {
    self.init(text, path: path, sounds: StudioSounds(folder: folder, pattern: path))
  }

  init(_ text: String, path: String, sounds: StudioSounds) {
    self.init(
      Array(text.utf8), path: path, soundState: { sounds.state($0) },
      sound: { name in sounds.path(name).flatMap { try? SoundFileReader().read(path: $0) } })
  }
}

/// A file in memory, for readers that need a path.
final class MemoryFile {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws(SystemError) {
    descriptor = thrum_memory_file("thrum-sound")
    guard descriptor >= 0 else { throw SystemError() }
    try writeAll(bytes, to: descriptor)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Valid while this object exists.
  var path: String { "/proc/self/fd/\(descriptor)" }
}

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
