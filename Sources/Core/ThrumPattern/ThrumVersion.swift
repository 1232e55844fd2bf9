/// Version of the command and the libraries.
public enum ThrumVersion {
  /// Semantic version: major, minor, patch.
  public static let current = "0.1.0"
}
