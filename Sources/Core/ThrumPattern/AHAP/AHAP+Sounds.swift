import FoundationEssentials

extension AHAP {
  /// The file behind a waveform path, `nil` when there is none: an absolute path, or one below `folder` or one of the
  /// five folders above it. AHAP names sounds from the top of the app's resources, which lies above the file somewhere.
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
