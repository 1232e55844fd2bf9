import CRealtime
import FoundationEssentials
import Glibc

/// The sounds of a pattern: files of the studio's folder near it, or of the library.
///
/// A sound stays open, with a path the sound reader can use, until deinit.
final class StudioSounds {
  private let folder: StudioFolder?
  private let pattern: String
  private var found: [String: Int32] = [:]

  init(folder: StudioFolder?, pattern: String) {
    self.folder = folder
    self.pattern = pattern
  }

  deinit { for descriptor in found.values { close(descriptor) } }

  /// Returns a readable path for a waveform, or `nil`.
  func path(_ waveform: String) -> String? {
    if let known = found[waveform] { return "/proc/self/fd/\(known)" }
    guard let descriptor = open(waveform) else { return nil }
    found[waveform] = descriptor
    return "/proc/self/fd/\(descriptor)"
  }

  private func open(_ waveform: String) -> Int32? {
    if pattern.hasPrefix("library:") { return StudioLibrary.sound(waveform).flatMap(memory) }
    guard let folder else { return nil }
    let near = FolderPath(pattern)?.neighbours(waveform) ?? FolderPath(waveform).map { [$0] } ?? []
    for place in near {
      if let descriptor = try? folder.openFile(place) { return descriptor }
    }
    return nil
  }

  /// Copies bytes to an in-memory file.
  private func memory(_ bytes: [UInt8]) -> Int32? {
    let descriptor = thrum_memory_file("thrum-sound")
    guard descriptor >= 0 else { return nil }
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
