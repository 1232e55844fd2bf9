import FoundationEssentials
import ThrumPattern

extension AHAP {
  /// Finds the file for a waveform path, if any.
  ///
  /// AHAP paths start at the root of the app's resources, so a relative path is looked up in `folder` and the five
  /// folders above it.
  public static func soundFile(_ waveformPath: String, near folder: String) -> String? {
    if waveformPath.hasPrefix("/") { return isFile(waveformPath) ? waveformPath : nil }
    var place = URL(fileURLWithPath: folder.isEmpty ? "." : folder, isDirectory: true).standardizedFileURL
    for _ in 0..<6 {
      let candidate = place.appendingPathComponent(waveformPath).path
      if isFile(candidate) { return candidate }
      let parent = place.deletingLastPathComponent()
      guard parent.path != place.path else { break }
      place = parent
    }
    return nil
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
  }
}
