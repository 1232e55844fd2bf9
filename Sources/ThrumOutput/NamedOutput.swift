import ThrumDevice
import ThrumRender

/// The outputs that a text names.
public enum NamedOutput {
  /// What makes the output of a name: `alsa`, `alsa:NAME` or `wav:PATH`; `nil` for any other.
  public static func maker(_ name: String) -> (@Sendable () -> any OutputDevice)? {
    if name == "alsa" { return { ALSAOutput(name: "default") } }
    if let device = rest(of: name, after: "alsa:") { return { ALSAOutput(name: device) } }
    if let path = rest(of: name, after: "wav:") { return { WAVOutput(path: path) } }
    return nil
  }

  private static func rest(of name: String, after prefix: String) -> String? {
    guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count else { return nil }
    return String(name.dropFirst(prefix.count))
  }
}
