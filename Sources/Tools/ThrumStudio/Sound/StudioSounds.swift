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

extension StudioSounds {
  /// Different if the file is another one than before.
  fileprivate func stamp(_ waveform: String) -> String {
    guard let path = path(waveform) else { return "" }
    return pattern.hasPrefix("library:") ? waveform : FileVersion(path: path)?.description ?? waveform
  }

  /// The sounds near a pattern in a folder.
  static func near(_ pattern: String, in folder: StudioFolder?) -> Host.Sounds {
    StudioSounds(folder: folder, pattern: pattern).asked
  }

  /// The same for questions. Files stay open as long as this exists.
  var asked: Host.Sounds {
    Host.Sounds(
      state: { self.state($0) },
      frames: { name in self.path(name).flatMap { try? SoundFileReader().read(path: $0) } },
      stamp: { self.stamp($0) })
  }
}

extension StudioPattern {
  /// A text whose sounds are near `path` in a folder.
  init(_ text: String, path: String, folder: StudioFolder?) {
    self.init(Array(text.utf8), path: path, sounds: StudioSounds.near(path, in: folder))
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
