import CLinux
import ThrumTime

/// Something that a phone punishes although the call succeeds here.
///
/// The timeline has a note about each; in a strict environment (``HapticEnvironment/isStrict``) it is a problem.
public enum PhoneTrap: String, CaseIterable, Sendable {
  /// A player's start started the engine, which costs time on a phone.
  case startByPlayer = "start by a player"
  /// A basic player started again after a stop, which was silent on some phones.
  case stoppedPlayer = "stopped player"
  /// A handler that was written on the main actor was called on another thread.
  case isolatedHandler = "isolated handler"
  /// UIKit was called on another thread than the main one.
  case offMainThread = "off the main thread"
  /// A call made the main thread wait.
  case hitch
}
