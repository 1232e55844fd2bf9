import Foundation

/// Folders that tests read from.
public enum PackageFolder {
  /// The folder of `Package.swift`.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Thrum's own patterns.
  public static let patterns = root.appendingPathComponent("Patterns")

  /// Patterns that other people published: `THRUM_CORPUS`, or `shared/corpus` beside the package. May not exist.
  public static let corpus =
    ProcessInfo.processInfo.environment["THRUM_CORPUS"].map { URL(fileURLWithPath: $0) }
    ?? root.deletingLastPathComponent().appendingPathComponent("shared/corpus")
}
