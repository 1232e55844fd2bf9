/// The version of the command and the libraries.
public enum ThrumVersion {
  /// Major, minor and patch, as in semantic versioning.
  public static let current = "0.1.0"
}
