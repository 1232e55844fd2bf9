import Foundation

/// An audio session. Tests simulate interruptions with faults.
public final class AVAudioSession: NSObject, Sendable {
  private static let shared = AVAudioSession()

  /// The shared session.
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Creates a session.
  public override init() { super.init() }
}
