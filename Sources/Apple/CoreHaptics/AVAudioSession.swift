import Foundation

/// A stand-in, to compile code with an audio session. Linux has none; tests simulate interruptions with faults of
/// their environment.
public final class AVAudioSession: NSObject, Sendable {
  private static let shared = AVAudioSession()

  /// The shared session, without any effect.
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Creates a session without any effect.
  public override init() { super.init() }
}
