import Glibc
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

  private func libraryPath(_ waveform: String) -> String? {
    if let known = librarySounds[waveform] { return known.path }
    guard let bytes = StudioLibrary.sound(waveform), let file = try? MemoryFile(bytes) else { return nil }
    librarySounds[waveform] = file
    return file.path
  }

  private func filePath(_ waveform: String) -> String? {
    if let known = files[waveform] { return "/proc/self/fd/\(known)" }
    guard let folder else { return nil }
    let near = FolderPath(pattern)?.neighbours(waveform) ?? FolderPath(waveform).map { [$0] } ?? []
    for place in near {
      guard let descriptor = try? folder.openFile(place) else { continue }
      files[waveform] = descriptor
      return "/proc/self/fd/\(descriptor)"
    }
    return nil
  }
}
